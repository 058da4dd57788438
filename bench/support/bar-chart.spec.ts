import { describe, expect, it } from '@jest/globals';
import { toSvg } from './bar-chart.js';

const CHART = {
  name: 'send',
  title: 'Sent & received <per second>',
  unit: '/s',
  bars: [
    { label: 'bare loop', rounds: [12_000, 10_000, 11_000], isLimit: true },
    { label: '1 receiver', rounds: [5_500] },
  ],
};

describe('toSvg', () => {
  it('draws bars in proportion to their medians and the largest value', () => {
    const widths = [...toSvg(CHART).matchAll(/<rect class="(\w+)"[^>]* width="([\d.]+)"/g)].map(([, kind, width]) => [kind, Number(width)]);
    expect(widths).toEqual([
      ['limit', 348.3],
      ['bar', 174.2],
    ]);
  });

  it('several rounds have a whisker, a single round has none', () => {
    expect(toSvg(CHART).match(/class="whisker"/g)).toHaveLength(1);
  });

  it('shows medians with their unit, and the target', () => {
    const svg = toSvg({ ...CHART, target: 4_000 });
    expect(svg).toContain('>11,000/s</text>');
    expect(svg).toContain('>target 4,000/s</text>');
  });

  it('escapes markup in words', () => {
    expect(toSvg(CHART)).toContain('Sent &amp; received &lt;per second&gt;');
  });

  it('draws an empty bar when nothing was measured', () => {
    expect(toSvg({ ...CHART, bars: [{ label: 'none', rounds: [0] }] })).not.toContain('NaN');
  });
});
