import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { PartitionMoves } from './partition-moves.service.js';

const UNUSED = {} as never;

/** Revokes partitions with markers that are written, or fail. @returns whether the partitions were released */
async function isReleasedAfter(areMarked: boolean): Promise<boolean> {
  let isReleased = false;
  const ownership = { onPartitionsRevoked: () => () => (isReleased = true) };
  const overflow = { markInFlight: () => Promise.resolve(areMarked) };
  const dispatcher = { forgetWaiting: () => undefined };
  new PartitionMoves(ownership as never, UNUSED, dispatcher as never, UNUSED, overflow as never, UNUSED, UNUSED).onPartitionsRevoked();
  await setImmediate(); // All promises have settled by then.
  return isReleased;
}

it('revoked partitions are released only after all attempts in flight are marked', async () => {
  expect([await isReleasedAfter(true), await isReleasedAfter(false)]).toEqual([true, false]);
});
