import { describe, expect, it } from '@jest/globals';
import { holdPart } from './held-document.js';
import { describedMetrics, metricsTable } from './metrics-table.js';

describe('docs/metrics.md', () => {
  it('lists every metric of the code with its type, unit, labels and meaning', () => {
    holdPart('docs/metrics.md', 'metrics', metricsTable());
  });
});

describe('the name of a metric', () => {
  const metrics = describedMetrics();

  it('is in snake case; exactly the counters end with _total', () => {
    expect(metrics.filter(({ name }) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(metrics.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });

  it('uses base units only', () => {
    expect(metrics.filter(({ name }) => /_(ms|milliseconds|minutes|kb|mb|kib|mib|percent)(_|$)/.test(name))).toEqual([]);
  });

  it('comes with labels whose number of values is limited', () => {
    expect(metrics.filter(({ labels }) => Object.values(labels).some((limit) => limit === ''))).toEqual([]);
  });
});
