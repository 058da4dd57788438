import { describe, expect, it } from '@jest/globals';
import { drawDashboard, type DrawnPanel } from './draw-dashboard.js';
import { legendOf, valueOf } from './panel-words.js';

describe('a value', () => {
  it.each([
    ['s', 0.0453, '45.3 ms'],
    ['s', -12.34, '-12.3 s'],
    ['ops', 183.4, '183/s'],
    ['ops', 0.2, '0.2/s'],
    ['bytes', 354_000_000, '338 MiB'],
    ['bytes', 0, '0 B'],
    ['percentunit', 0.987, '98.7 %'],
    ['short', 12_300, '12.3 k'],
    ['short', 0, '0'],
  ])('in %s: %d → %s', (unit, value, words) => {
    expect(valueOf(unit, value)).toBe(words);
  });
});

describe('a legend', () => {
  it.each([
    ['p99', {}, 'p99'],
    ['{{courier}} {{code}}', { courier: 'correos', code: 'ZZ99' }, 'correos ZZ99'],
    ['{{topic}}', {}, ''],
  ])('%s of %j → %s', (format, labels, words) => {
    expect(legendOf(format, labels)).toBe(words);
  });
});

describe('the picture', () => {
  const panel = (more: Partial<DrawnPanel>): DrawnPanel => ({ row: 'How?', title: 't', unit: 's', lines: [], whyEmpty: 'why', ...more });

  it('shows each line with its last value and unit', () => {
    const lines = ['p50', 'p95', 'p99'].map((name, index) => ({ name, points: [0, 0.1 * (index + 1)] }));
    const svg = drawDashboard([panel({ lines })]);
    for (const words of ['p50: 100 ms', 'p95: 200 ms', 'p99: 300 ms', '>150 ms<']) expect(svg).toContain(words);
  });

  it('says why a panel is empty', () => {
    const svg = drawDashboard([panel({ whyEmpty: 'no broker failed & none < 1' })]);
    expect(svg).toContain('no data in this run');
    expect(svg).toContain('no broker failed &amp; none &lt; 1');
  });
});
