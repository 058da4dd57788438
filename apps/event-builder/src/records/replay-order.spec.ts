import { describe, expect, it } from '@jest/globals';
import type { EarlierScan } from '../events/decision.js';
import { inReplayOrder } from './replay-order.js';

interface Stored {
  readonly occurredAtMs?: number;
  readonly offset?: number;
  readonly createdAtMs?: number;
}

const read = ({ occurredAtMs = 0, ...rest }: Stored, scanId: string): EarlierScan =>
  ({ scan: { scanId, occurredAtMs }, ...rest }) as EarlierScan;
const orderOf = (first: Stored, second: Stored): string =>
  inReplayOrder([read(second, '2'), read(first, '1')])
    .map(({ scan }) => scan.scanId)
    .join(' ');

describe('stored scans are replayed', () => {
  it.each<[string, Stored, Stored]>([
    ['in the order of their times', { occurredAtMs: 1, offset: 9, createdAtMs: 9 }, { occurredAtMs: 2, offset: 1, createdAtMs: 1 }],
    ['at the same time, by offset', { offset: 1, createdAtMs: 9 }, { offset: 2, createdAtMs: 1 }],
    ['at the same offset of two clusters, by insertion time', { offset: 1, createdAtMs: 1 }, { offset: 1, createdAtMs: 2 }],
  ])('%s', (_, first, second) => {
    expect([orderOf(first, second), orderOf(second, first)]).toEqual(['1 2', '2 1']);
  });
});
