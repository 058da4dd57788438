import { beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.provider.js';

describe('a metric with a deprecated name', () => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = new Metrics('test-app');
  });

  /** The lines of one metric, without its help. */
  const exported = async (name: string): Promise<string[]> => {
    const text = await metrics.registry.metrics();
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => line.replace(/,?app="test-app"/, ''));
  };

  it('exports a counter with the same labels and values under both names, at each scrape', async () => {
    const counter = metrics.counter('new_total', 'New', { deprecatedName: 'old_total', labels: { side: 'any' } });
    counter.inc({ side: 'dns' }, 2);
    expect([await exported('new_total'), await exported('old_total')]).toEqual([['new_total{side="dns"} 2'], ['old_total{side="dns"} 2']]);
    counter.inc({ side: 'proxy' });
    counter.inc({ side: 'dns' });
    expect(await exported('old_total')).toEqual(['old_total{side="dns"} 3', 'old_total{side="proxy"} 1']);
  });

  it('collects a gauge in the same way under both names', async () => {
    metrics.gauge('new_waiting', 'New', {
      deprecatedName: 'old_waiting',
      collect() {
        this.set(7);
      },
    });
    expect([await exported('new_waiting'), await exported('old_waiting')]).toEqual([['new_waiting{} 7'], ['old_waiting{} 7']]);
  });

  it('names its successor in the help text', async () => {
    metrics.counter('new_total', 'New', { deprecatedName: 'old_total' });
    expect(await metrics.registry.metrics()).toContain('# HELP old_total deprecated until 1.0.0: use new_total');
  });
});
