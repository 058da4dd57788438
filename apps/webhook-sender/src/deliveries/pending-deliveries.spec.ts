import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Clock, systemClock } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { done, isLasting } from '#libs/messaging';
import { Logger } from '#libs/observability';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { PendingDeliveries } from './pending-deliveries.service.js';

/** Longer than the wait for a first attempt. */
const LONG_MS = 1_000;
/** More deliveries than may be without a row. */
const MANY = 2_500;
const FULL_DISK = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
const REFUSED = Object.assign(new Error('no partition of relation "delivery" found for row'), { code: '23514' });

describe('pending deliveries', () => {
  let passedMs: number;
  let entered: string[];
  let refused: string | undefined;
  let isFull: boolean;
  let isWriting: boolean;
  let written: Promise<void>;
  let pending: PendingDeliveries;

  beforeEach(() => {
    [passedMs, entered, refused, isFull, isWriting, written] = [0, [], undefined, false, false, Promise.resolve()];
    const clock: Clock = { ...systemClock, steadyMs: () => passedMs };
    const enter = async (attempts: readonly DeliveryAttempt[]): Promise<void> => {
      isWriting = true;
      await written;
      if (isFull) throw FULL_DISK;
      if (attempts.some(({ deliveryId }) => deliveryId === refused)) throw REFUSED;
      entered.push(...attempts.map(({ deliveryId }) => deliveryId));
    };
    pending = new PendingDeliveries({ enter }, new Logger('webhook-sender', { logLevel: 'error' }), clock);
  });

  afterEach(() => pending.beforeApplicationShutdown()); // stops its timer

  const first = (): DeliveryAttempt => deliveryAttempt(trackingEvent({ account: 1 }), randomUUID());

  /** Returns the error when no room was found in time; undefined = there was room. */
  const refusal = async (): Promise<Error | undefined> => {
    const room = pending.room().then(
      () => undefined,
      (error: Error) => error,
    );
    passedMs += LONG_MS;
    return room;
  };

  it('leaves the row to the first attempt when the attempt is recorded in time', async () => {
    const [quick, slow] = [first(), first()];
    const verdict = pending.add([quick]);
    pending.recorded(quick.deliveryId);
    expect(await verdict).toBe(done);
    const later = pending.add([slow]);
    passedMs += LONG_MS;
    expect(await later).toBe(done);
    expect(entered).toEqual([slow.deliveryId]);
  });

  it('answers when the rows of all receivers exist', async () => {
    const attempts = [first(), first(), first()];
    let isAnswered = false;
    const verdict = Promise.resolve(pending.add(attempts)).finally(() => (isAnswered = true));
    pending.recorded(attempts[0]!.deliveryId);
    pending.recorded(attempts[2]!.deliveryId);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    passedMs += LONG_MS;
    expect(await verdict).toBe(done);
    expect(entered).toEqual([attempts[1]!.deliveryId]);
  });

  it('answers at once for an event without receivers', () => {
    expect(pending.add([])).toBe(done);
  });

  it('waits for one row when an event comes twice', async () => {
    const attempt = first();
    const verdicts = [1, 2].map(async () => pending.add([attempt]));
    passedMs += LONG_MS;
    expect(await Promise.all(verdicts)).toEqual([done, done]);
    expect(entered).toEqual([attempt.deliveryId]);
  });

  it('dead-letters the row that the table refuses, and enters the other rows', async () => {
    const attempts = [first(), first(), first()];
    refused = attempts[1]!.deliveryId;
    const verdicts = attempts.map(async (attempt) => pending.add([attempt]));
    passedMs += LONG_MS;
    const [before, unstorable, behind] = await Promise.all(verdicts);
    expect([before, behind]).toEqual([done, done]);
    expect(unstorable).toMatchObject({ kind: 'deadLetter', reason: 'E_INTERNAL', detail: expect.stringContaining(refused) });
    expect(entered).toEqual([attempts[0]!.deliveryId, attempts[2]!.deliveryId]);
  });

  it('enters all rows when the app stops', async () => {
    const attempts = [first(), first()];
    void pending.add(attempts);
    await pending.beforeApplicationShutdown();
    expect(entered).toEqual(attempts.map(({ deliveryId }) => deliveryId));
  });

  it('throws a temporary error while the table accepts nothing, and has room again afterwards', async () => {
    isFull = true;
    const verdict = pending.add(Array.from({ length: MANY }, first));
    const failure = await waitFor(async () => {
      const refused = await refusal();
      return refused?.message.endsWith(FULL_DISK.message) && refused;
    });
    expect(failure.message).toBe(`${MANY} deliveries have no row yet: ${FULL_DISK.message}`);
    expect(isLasting(failure)).toBe(false);
    isFull = false;
    expect(await verdict).toBe(done);
    expect(await refusal()).toBeUndefined();
    expect(entered).toHaveLength(MANY);
  });

  it('waits a moment for a table that is merely slow', async () => {
    let writeOn!: () => void;
    written = new Promise((resolve) => (writeOn = resolve));
    void pending.add(Array.from({ length: MANY }, first));
    passedMs += LONG_MS;
    let hasRoom = false;
    const room = pending.room().then(() => (hasRoom = true));
    await waitFor(() => isWriting);
    expect(hasRoom).toBe(false);
    writeOn();
    await room;
    expect(entered.length).toBeGreaterThan(0);
  });
});
