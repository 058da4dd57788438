import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Clock, systemClock } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import type { Ownership } from '../partitions/ownership.service.js';
import type { KeptRow, NewOverflowRow, OverflowRepository } from './overflow.repository.js';
import { type QueuedAttempt, toQueuedAttempt } from '../attempt/queued-attempt.js';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import type { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { OverflowWriter } from './overflow-writer.service.js';

const DISK_FULL = Object.assign(new Error('could not extend file'), { code: '53100' });
const TIMEOUT_MS = 15_000;

describe('overflow writes', () => {
  /** Delivery ids in the order of their rows. */
  let table: string[];
  /** How long others keep their hands off these rows. */
  let kept: (number | undefined)[];
  /** Delivery ids of what was released, once for each time. */
  let released: string[][];
  /** How many were told as overflowed. */
  let told: number[];
  /** How the next writes end, in turn; those beyond succeed. */
  let fates: Promise<unknown>[];
  /** Rows of attempts under way that others keep their hands off. */
  let keptRows: number[];
  let passedMs: number;
  let writer: OverflowWriter;

  beforeEach(() => {
    [table, kept, released, told, fates, keptRows, passedMs] = [[], [], [], [], [], [], 0];
    const repository = {
      insert: async (rows: readonly NewOverflowRow[]): Promise<number[]> => {
        await fates.shift();
        kept.push(...rows.map(({ keptForMs }) => keptForMs));
        return rows.map(({ attempt }) => table.push(attempt.deliveryId));
      },
      keep: async (rows: readonly KeptRow[]) => void keptRows.push(...rows.map(({ overflowId }) => overflowId)),
      release: async (tracks: readonly DeliveryAttempt[]) => void released.push(tracks.map(({ deliveryId }) => deliveryId)),
      remove: async () => fates.shift(),
    };
    const events: Pick<DeliveryEvents, 'overflowed'> = { overflowed: (count) => told.push(count) };
    const logger = new Logger('webhook-sender', { logLevel: 'error' });
    const clock: Clock = { ...systemClock, steadyMs: () => passedMs };
    const ownership = { ownedPartitionOf: () => ({ partition: 0, epoch: 1 }) } as unknown as Ownership;
    writer = new OverflowWriter(repository as unknown as OverflowRepository, ownership, events as DeliveryEvents, logger, clock);
  });

  const receiverId = randomUUID();
  const queued = (changes: Partial<QueuedAttempt> & { consignmentId?: string } = {}): QueuedAttempt => ({
    ...toQueuedAttempt({
      attempt: deliveryAttempt(trackingEvent({ account: 1, consignmentId: changes.consignmentId ?? randomUUID() }), receiverId),
      traceparent: undefined,
      receiver: { timeoutMs: TIMEOUT_MS } as ReceiverEndpoint,
      receiverReadAtMs: 0,
    }),
    ...changes,
  });
  const stored = (overflowId: number): QueuedAttempt => queued({ overflowId, isStored: true });
  const ids = (...queuedAttempts: readonly QueuedAttempt[]): string[] => queuedAttempts.map(({ attempt }) => attempt.deliveryId);

  it('that come behind one that fails fail with it, or what it was to write would lie behind them', async () => {
    const [first, second] = [queued(), queued()];
    let fail!: (error: Error) => void;
    fates.push(new Promise((_, reject) => (fail = reject)));
    const written = [writer.store([first]), writer.store([second])];
    fail(DISK_FULL);
    const ends = await Promise.allSettled(written);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(table).toEqual([]);
    await writer.store([first, second]);
    expect(table).toEqual(ids(first, second));
  });

  it('hold up nothing that comes after one that failed', async () => {
    const [failing, later] = [queued(), queued()];
    fates.push(Promise.reject(DISK_FULL));
    await expect(writer.store([failing])).rejects.toBe(DISK_FULL);
    await writer.store([later]);
    expect(table).toEqual(ids(later));
  });

  it('mark what is under way although one before them fails', async () => {
    const underWay = queued();
    writer.begin(underWay);
    fates.push(Promise.reject(DISK_FULL));
    const failing = writer.store([queued()]);
    await writer.markInFlight();
    await expect(failing).rejects.toBe(DISK_FULL);
    expect(table).toEqual(ids(underWay));
    expect(writer.rowOf(underWay)).toBe(1);
  });

  it('lie behind what is under way of their consignments; others keep their hands off both for as long as that may take', async () => {
    const [consignmentId, gone] = [randomUUID(), queued({ receiver: undefined })];
    const [underWay, behind, free] = [queued({ consignmentId }), queued({ consignmentId }), queued()];
    [underWay, queued(), stored(7), gone].forEach((each) => writer.begin(each));
    await writer.store([free, stored(8), behind, { ...gone, ...queued({ consignmentId: gone.consignmentId, receiver: undefined }) }]);
    expect(table.slice(0, 4)).toEqual(ids(underWay, gone, free, behind));
    expect(kept).toEqual([TIMEOUT_MS + 5_000, 5_000, undefined, TIMEOUT_MS + 5_000, 5_000]);
    expect(told).toEqual([3]);
  });

  it.each([
    ['and afterwards', () => undefined],
    ['and afterwards, though it failed', () => Promise.reject(DISK_FULL)],
  ])('are known to whoever read the table before, while they are written %s', async (_, end) => {
    let write!: () => void;
    fates.push(new Promise<void>((resolve) => (write = resolve)).then(end));
    const { receivers } = writer;
    const { mark } = receivers;
    expect(receivers.has(receiverId)).toBe(false);
    const written = writer.store([queued()]).catch(() => undefined);
    receivers.emptied(receiverId, receivers.mark);
    expect([receivers.has(receiverId), receivers.has(randomUUID())]).toEqual([true, false]);
    write();
    await written;
    receivers.emptied(receiverId, mark);
    expect(receivers.has(receiverId)).toBe(true);
    receivers.emptied(receiverId, receivers.mark);
    expect(receivers.has(receiverId)).toBe(false);
  });

  it('are known while the partition of their receiver is claimed again, and forgotten with the partition', async () => {
    const { receivers } = writer;
    await writer.store([queued()]);
    receivers.keepOnly((id) => id === receiverId);
    expect(receivers.has(receiverId)).toBe(true);
    receivers.keepOnly(() => false);
    expect(receivers.has(receiverId)).toBe(false);
  });

  it('mark each attempt under way once, in the order of their beginning; one that has a row keeps it from others', async () => {
    const [first, second] = [queued(), queued()];
    [stored(7), first, second].forEach((each) => writer.begin(each));
    await Promise.all([writer.markInFlight(), writer.markInFlight()]);
    await writer.markInFlight();
    expect([table, new Set(keptRows)]).toEqual([ids(first, second), new Set([7])]);
  });

  it('give up an in-flight marker that cannot be written: the hand-over goes on', async () => {
    writer.begin(queued());
    fates.push(Promise.reject(DISK_FULL), Promise.reject(DISK_FULL));
    await expect(writer.markInFlight()).resolves.toBeUndefined();
    expect(table).toEqual([]);
  });

  it('let a marked attempt begin for two seconds: later, it might be under way when others may make its row', async () => {
    const [marked, other] = [queued(), queued()];
    writer.begin(marked);
    await writer.markInFlight();
    const mayBegin = (ms: number): boolean[] => [(passedMs = ms) >= 0 && writer.mayBegin(marked), writer.mayBegin(other)];
    expect([mayBegin(1_999), mayBegin(2_000)]).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  const releaseKept = async (): Promise<string[]> => {
    await writer.releaseKept();
    return released.at(-1)!;
  };

  it('release the rows behind an in-flight marker, once, when all that is under way of its consignment has ended', async () => {
    const consignmentId = randomUUID();
    const [first, second, other] = [queued({ consignmentId }), queued({ consignmentId }), queued()];
    [first, second, other].forEach((each) => writer.begin(each));
    await writer.store([queued({ consignmentId })]);
    writer.end(other);
    writer.end(first);
    expect(await releaseKept()).toEqual([]);
    writer.end(second);
    expect([await releaseKept(), await releaseKept(), writer.rowOf(second)]).toEqual([ids(second), [], undefined]);
    const later = queued({ consignmentId });
    writer.begin(later);
    writer.end(later);
    expect(await releaseKept()).toEqual([]);
  });

  it('release at once the rows behind an attempt that ended while they were written', async () => {
    const [underWay, free] = [queued(), queued()];
    let write!: () => void;
    fates.push(new Promise<void>((resolve) => (write = resolve)));
    writer.begin(underWay);
    const written = [writer.markInFlight(), writer.store([free])];
    await turn();
    writer.end(underWay);
    write();
    await Promise.all(written);
    expect(await releaseKept()).toEqual(ids(underWay));
    expect([writer.rowOf(underWay), writer.isWorkUnderWay]).toEqual([undefined, false]);
  });

  it('say of what was dropped whether it comes again out of a row', async () => {
    const [bare, marked] = [queued(), queued()];
    writer.begin(marked);
    await writer.markInFlight();
    [bare, marked].forEach((each) => writer.begin(each));
    expect([bare, marked, stored(7)].map((each) => writer.dropped(each))).toEqual([false, true, true]);
    expect(writer.isWorkUnderWay).toBe(false);
  });

  it('tell an attempt that was put back and is under way again from its first run', () => {
    const before = queued();
    const again = { ...before };
    [before, again].forEach((each) => writer.begin(each));
    writer.end(before);
    expect(writer.isWorkUnderWay).toBe(true);
    writer.end(again);
    expect(writer.isWorkUnderWay).toBe(false);
  });

  it('leave a row that cannot be removed to whoever reads it', async () => {
    fates.push(Promise.reject(DISK_FULL));
    await expect(writer.forget(7)).resolves.toBeUndefined();
  });
});
