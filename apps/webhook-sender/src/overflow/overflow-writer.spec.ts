import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Clock, systemClock } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import type { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { type InFlightAttempt, InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import { OwnedPartition } from '../partitions/owned-partition.js';
import { type Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import { ReceiverQueue } from '../queue/receiver-queue.js';
import type { ReceiverQueues } from '../queue/receiver-queues.service.js';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import type { KeptRow, NewOverflowRow, OverflowRepository } from './overflow.repository.js';
import { OverflowWriter } from './overflow-writer.service.js';

const DISK_FULL = Object.assign(new Error('could not extend file'), { code: '53100' });
const TIMEOUT_MS = 15_000;

describe('overflow writes', () => {
  /** Delivery ids in the order of their rows. */
  let table: string[];
  /** How long other processes leave each of these rows alone. */
  let kept: (number | undefined)[];
  /** The delivery ids of each release. */
  let released: string[][];
  /** The reported numbers of overflowed attempts. */
  let told: number[];
  /** The results of the next writes, in order; later writes succeed. */
  let fates: Promise<unknown>[];
  /** The rows of attempts in flight that are reserved. */
  let keptRows: number[];
  /** The epoch of each written row. */
  let epochs: number[];
  let passedMs: number;
  /** The partition of this process. */
  let partition: OwnedPartition;
  /** A partition that another process owns by now. */
  let gone: OwnedPartition;
  let queue: Queue;
  let inFlight: InFlightAttempts;
  let writer: OverflowWriter;

  beforeEach(() => {
    [table, kept, released, told, fates, keptRows, epochs, passedMs] = [[], [], [], [], [], [], [], 0];
    const repository = {
      insert: async (rows: readonly NewOverflowRow[]): Promise<number[]> => {
        await fates.shift();
        kept.push(...rows.map(({ keptForMs }) => keptForMs));
        epochs.push(...rows.map(({ owned }) => owned.epoch));
        return rows.map(({ attempt }) => table.push(attempt.deliveryId));
      },
      keep: async (rows: readonly KeptRow[]) => void keptRows.push(...rows.map(({ overflowId }) => overflowId)),
      release: async (tracks: readonly DeliveryAttempt[]) => void released.push(tracks.map(({ deliveryId }) => deliveryId)),
      remove: async () => fates.shift(),
      setAside: async () => fates.shift(),
    };
    const events: Pick<DeliveryEvents, 'overflowed'> = { overflowed: (count) => told.push(count) };
    const logger = new Logger('webhook-sender', { logLevel: 'error' });
    const clock: Clock = { ...systemClock, steadyMs: () => passedMs };
    inFlight = new InFlightAttempts(clock);
    [partition, gone] = [new OwnedPartition(0, 1, -Infinity), new OwnedPartition(1, 1, -Infinity)];
    queue = queueIn(partition);
    const queues: Pick<ReceiverQueues, 'owns'> = { owns: (asked) => asked === partition };
    writer = new OverflowWriter(
      repository as unknown as OverflowRepository,
      inFlight,
      queues as ReceiverQueues,
      events as DeliveryEvents,
      logger,
      clock,
    );
  });

  const queueIn = (partition: OwnedPartition): Queue =>
    new ReceiverQueue({ receiverId: randomUUID(), account: 1 }, partition, { maxInFlightPerReceiver: 32, probeIntervalMs: 30_000 });

  interface Changes {
    readonly queue?: Queue;
    readonly consignmentId?: string;
    readonly receiver?: ReceiverEndpoint | undefined;
    readonly overflowId?: number;
  }

  /** Returns an attempt with its own consignment, unless the changes name one. */
  function queued({ queue: of = queue, consignmentId = randomUUID(), ...changes }: Changes = {}): QueuedAttempt {
    const attempt = deliveryAttempt(trackingEvent({ account: 1, consignmentId }), of.receiverId);
    const receiver = { timeoutMs: TIMEOUT_MS } as ReceiverEndpoint;
    return new QueuedAttempt(of, { attempt, traceparent: undefined, receiver, receiverReadAtMs: 0, ...changes });
  }
  const stored = (overflowId: number): QueuedAttempt => queued({ overflowId });
  const ids = (...queuedAttempts: readonly QueuedAttempt[]): string[] => queuedAttempts.map(({ attempt }) => attempt.deliveryId);

  function end(begun: InFlightAttempt): void {
    inFlight.end(begun);
    writer.ended(begun.queued);
  }

  it('fail together with an earlier failed write, so that its attempts are not overtaken', async () => {
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

  it('do not hold up later writes after a failure', async () => {
    const [failing, later] = [queued(), queued()];
    fates.push(Promise.reject(DISK_FULL));
    await expect(writer.store([failing])).rejects.toBe(DISK_FULL);
    await writer.store([later]);
    expect(table).toEqual(ids(later));
  });

  it('mark attempts in flight even if an earlier write fails', async () => {
    const begun = inFlight.begin(queued());
    fates.push(Promise.reject(DISK_FULL));
    const failing = writer.store([queued()]);
    await writer.markInFlight();
    await expect(failing).rejects.toBe(DISK_FULL);
    expect(table).toEqual(ids(begun.queued));
    expect(begun.overflowId).toBe(1);
  });

  it('are written behind attempts in flight of their consignments; other processes leave both alone meanwhile', async () => {
    const [consignmentId, deleted] = [randomUUID(), queued({ receiver: undefined })];
    const [first, behind, free] = [queued({ consignmentId }), queued({ consignmentId }), queued()];
    [first, queued(), stored(7), deleted].forEach((each) => inFlight.begin(each));
    const behindDeleted = queued({ consignmentId: deleted.consignmentId, receiver: undefined });
    await writer.store([free, stored(8), behind, behindDeleted]);
    expect(table).toEqual(ids(first, deleted, free, behind, behindDeleted));
    expect(kept).toEqual([TIMEOUT_MS + 5_000, 5_000, undefined, TIMEOUT_MS + 5_000, 5_000]);
    expect(told).toEqual([3]);
  });

  it.each([
    ['and afterwards', () => undefined],
    ['and afterwards, even if the write failed', () => Promise.reject(DISK_FULL)],
  ])('count as existing while they are written %s', async (_, end) => {
    let write!: () => void;
    fates.push(new Promise<void>((resolve) => (write = resolve)).then(end));
    const [{ rows }, other] = [queue, queueIn(partition)];
    const { mark } = rows;
    expect(rows.isAny).toBe(false);
    const written = writer.store([queued()]).catch(() => undefined);
    rows.emptied(rows.mark);
    expect([rows.isAny, other.rows.isAny]).toEqual([true, false]);
    write();
    await written;
    rows.emptied(mark);
    expect(rows.isAny).toBe(true);
    rows.emptied(rows.mark);
    expect(rows.isAny).toBe(false);
  });

  it('carry the epoch of the latest claim', async () => {
    await writer.store([queued()]);
    partition.claimedAgain(2, true);
    await writer.store([queued()]);
    expect(epochs).toEqual([1, 2]);
  });

  it('mark each attempt in flight once, in the order in which they began, and reserve rows that exist', async () => {
    const [first, second] = [queued(), queued()];
    [stored(7), first, second].forEach((each) => inFlight.begin(each));
    await Promise.all([writer.markInFlight(), writer.markInFlight()]);
    await writer.markInFlight();
    expect([table, new Set(keptRows)]).toEqual([ids(first, second), new Set([7])]);
  });

  it('mark nothing for a partition that was lost earlier: its attempts already have rows', async () => {
    [queued({ queue: queueIn(gone) }), queued({ queue: queueIn(gone), overflowId: 7 })].forEach((each) => inFlight.begin(each));
    const own = queued();
    inFlight.begin(own);
    await writer.markInFlight();
    expect([table, keptRows]).toEqual([ids(own), []]);
  });

  it('tell whether all attempts in flight are marked', async () => {
    inFlight.begin(queued());
    fates.push(Promise.reject(DISK_FULL), Promise.reject(DISK_FULL));
    expect([await writer.markInFlight(), table]).toEqual([false, []]);
    expect([await writer.markInFlight(), table.length]).toEqual([true, 1]);
  });

  it('mark what was in flight when the partitions went, even if the next claim leaves these out meanwhile', async () => {
    const begun = [queued(), stored(7)].map((each) => inFlight.begin(each));
    let fail!: (error: Error) => void;
    fates.push(new Promise((_, reject) => (fail = reject)));
    const marking = writer.markInFlight();
    partition = gone;
    fail(DISK_FULL);
    expect([await marking, table, keptRows]).toEqual([true, ids(begun[0]!.queued), [7]]);
  });

  it.each([
    ['is marked', undefined],
    ['has a reserved row', 7],
  ])('let an attempt that %s begin within two seconds only', async (_, overflowId) => {
    const [begun, other] = [inFlight.begin(queued(overflowId === undefined ? {} : { overflowId })), inFlight.begin(queued())];
    passedMs = 500;
    await writer.markInFlight();
    const late = inFlight.begin(queued());
    passedMs = 2_499;
    expect(begun.permission.take()).toBe(true);
    passedMs = 2_500;
    expect([other, late].map(({ permission }) => permission.take())).toEqual([false, true]);
    begun.permission.giveBack();
    expect(begun.permission.take()).toBe(false);
  });

  const releaseKept = async (): Promise<string[]> => {
    await writer.releaseKept();
    return released.at(-1)!;
  };

  it('release the rows behind a marker once, when all attempts in flight of its consignment have ended', async () => {
    const consignmentId = randomUUID();
    const [first, second, other] = [queued({ consignmentId }), queued({ consignmentId }), queued()].map((each) => inFlight.begin(each));
    await writer.store([queued({ consignmentId })]);
    end(other!);
    end(first!);
    expect(await releaseKept()).toEqual([]);
    end(second!);
    expect([await releaseKept(), await releaseKept()]).toEqual([ids(second!.queued), []]);
    end(inFlight.begin(queued({ consignmentId })));
    expect(await releaseKept()).toEqual([]);
  });

  it('release the rows behind an attempt from the table when it has ended', async () => {
    const begun = inFlight.begin(stored(7));
    await writer.markInFlight();
    expect(await releaseKept()).toEqual([]);
    end(begun);
    expect(await releaseKept()).toEqual(ids(begun.queued));
  });

  it('release rows at once when their attempt ended while they were written', async () => {
    const begun = inFlight.begin(queued());
    let write!: () => void;
    fates.push(new Promise<void>((resolve) => (write = resolve)));
    const written = [writer.markInFlight(), writer.store([queued()])];
    await turn();
    end(begun);
    write();
    await Promise.all(written);
    expect(await releaseKept()).toEqual(ids(begun.queued));
    expect([inFlight.size, queue.rows.kept.size]).toEqual([0, 0]);
  });

  it('give an attempt in flight a row, from which it comes again if it is not sent', async () => {
    const marked = inFlight.begin(queued());
    await writer.markInFlight();
    const [bare, fromTable] = [inFlight.begin(queued()), inFlight.begin(stored(7))];
    expect([bare, marked, fromTable].map(({ overflowId }) => overflowId)).toEqual([undefined, 1, 7]);
  });

  it('leave a row that cannot be removed to its next reader', async () => {
    fates.push(Promise.reject(DISK_FULL));
    await expect(writer.forget(7)).resolves.toBeUndefined();
  });

  it('set a row aside as soon as the database allows it', async () => {
    fates.push(Promise.reject(DISK_FULL));
    await expect(writer.setAside(7)).resolves.toBeUndefined();
    expect(fates).toEqual([]);
  });
});
