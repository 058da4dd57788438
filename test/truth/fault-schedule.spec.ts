import { describe, expect, it } from '@jest/globals';
import { scaleFor } from '../faults/cluster/scale.js';
import { ALL_KINDS } from '../faults/faults/all-kinds.js';
import { schedule, type Slot } from '../faults/schedule.js';

const MINUTE_MS = 60_000;
const drawn = (seed: number, minutes: number): Slot[] =>
  schedule({ seed, forMs: minutes * MINUTE_MS, kinds: ALL_KINDS, scale: scaleFor(minutes) });
const plain = (slots: readonly Slot[]): unknown => JSON.parse(JSON.stringify(slots)); // Serialises the slots, which removes their functions.

describe('the schedule of faults', () => {
  it('is the same for the same seed, and differs for another seed', () => {
    expect(plain(drawn(7, 10))).toEqual(plain(drawn(7, 10)));
    expect(plain(drawn(8, 10))).not.toEqual(plain(drawn(7, 10)));
  });

  it('is the beginning of any longer schedule with the same seed', () => {
    const short = drawn(7, 3);
    expect(plain(drawn(7, 10).slice(0, short.length))).toEqual(plain(short));
  });

  it('contains every kind before any kind occurs again', () => {
    const kinds = drawn(7, 10).flatMap(({ faults }) => faults.map(({ kind }) => kind));
    expect(new Set(kinds.slice(0, ALL_KINDS.length)).size).toBe(ALL_KINDS.length);
  });

  it('lets two faults coincide only if they affect different parts', () => {
    const pairs = drawn(7, 14).flatMap(({ faults: [first, second] }) => (first && second ? [[first, second] as const] : []));
    expect(pairs.length).toBeGreaterThan(0);
    for (const [first, second] of pairs) expect(first.touches.filter((part) => second.touches.includes(part))).toEqual([]);
  });
});
