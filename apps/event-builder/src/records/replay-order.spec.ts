import { describe, expect, it } from '@jest/globals';
import type { ReadScan } from '../events/decision.js';
import { inReplayOrder } from './replay-order.js';

interface Stored {
  readonly occurredAtMs?: number;
  readonly offset?: number;
  readonly createdAtMs?: number;
}

const read = ({ occurredAtMs = 0, ...rest }: Stored, scanId: string): ReadScan => ({ scan: { scanId, occurredAtMs }, ...rest }) as ReadScan;
const orderOf = (first: Stored, second: Stored): string =>
  inReplayOrder([read(second, '2'), read(first, '1')])
    .map(({ scan }) => scan.scanId)
    .join(' ');

describe('stored scans are replayed', () => {
  it.each<[string, Stored, Stored]>([
    ['by the time they happened', { occurredAtMs: 1, offset: 9, createdAtMs: 9 }, { occurredAtMs: 2, offset: 1, createdAtMs: 1 }],
    ['at one time, by their offset', { offset: 1, createdAtMs: 9 }, { offset: 2, createdAtMs: 1 }],
    ['first what came before offsets were kept', { createdAtMs: 9 }, { offset: 0, createdAtMs: 1 }],
    ['without offsets, by their insertion', { createdAtMs: 1 }, { createdAtMs: 2 }],
    ['without either first', {}, { createdAtMs: 1 }],
  ])('%s', (_, first, second) => {
    expect([orderOf(first, second), orderOf(second, first)]).toEqual(['1 2', '2 1']);
  });
});
