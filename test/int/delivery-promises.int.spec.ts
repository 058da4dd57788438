import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryAttempt, TrackingEvent } from '#libs/contracts';
import { deliveryAttempt, attemptMessage } from '../builders/delivery-attempt.js';
import { insertReceiver, type ReceiverRow } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import type { Behaviour } from '../support/behaviour.js';
import type { TestReceiver } from '../support/receiver.js';
import { useStories } from '../support/stories.js';
import { type TestBed, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { deliveryAttemptKey } from '#libs/contracts';

// Problems that users of webhook servers know, each with a test (docs/reliability.md).

interface Crowd {
  readonly account: number;
  readonly receiver: TestReceiver;
  readonly receiverIds: readonly string[];
}

/** Longer than a test may last. */
const NEVER_MS = 600_000;
let accounts = 0;

/** Creates receivers of one account that all want every event; `/r0`, `/r1`, … get the given behaviours. */
async function crowd(
  bed: TestBed,
  behaviours: readonly Behaviour[],
  rowOf: (index: number) => Partial<ReceiverRow> = () => ({}),
): Promise<Crowd> {
  const own = { account: ++accounts, receiver: await bed.startReceiver() };
  const receiverIds = await Promise.all(
    behaviours.map((behaviour, index) => {
      own.receiver.behave(`/r${index}`, behaviour);
      return insertReceiver(bed.database, { account: own.account, url: own.receiver.url(`/r${index}`), ...rowOf(index) });
    }),
  );
  return { ...own, receiverIds };
}

const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);
const OK: Behaviour = { kind: 'answer' };

/** Returns `perParcel` events for each of `parcels` consignments, one consignment after another. */
function eventsOf(of: number, parcels: number, perParcel: number): TrackingEvent[] {
  const consignments = Array.from({ length: parcels }, () => randomUUID());
  return Array.from({ length: parcels * perParcel }, (_, index) =>
    trackingEvent({ account: of, consignmentId: consignments[index % parcels]! }),
  );
}

const publish = (bed: TestBed, events: readonly TrackingEvent[]): Promise<void> => bed.publish('events', events.map(eventMessage));

const eventidsAt = ({ receiver }: Crowd, index: number): (string | undefined)[] =>
  receiver.requests(`/r${index}`).map(({ eventid }) => eventid);

/**
 * Expects every event exactly once, and each consignment's events in the order of publishing. @param isRetried tells whether an event's
 * first attempt failed, as on a busy machine: then later events went first
 */
function expectAllInOrder(
  of: Crowd,
  index: number,
  events: readonly TrackingEvent[],
  isRetried = (_eventid: string): boolean => false,
): void {
  const got = eventidsAt(of, index);
  expect(got).toHaveLength(events.length);
  const consignmentOf = new Map(events.map(({ payload, consignmentId }) => [payload.eventid, consignmentId]));
  const byConsignment = (ids: readonly (string | undefined)[]): Map<string | undefined, (string | undefined)[]> =>
    groupBy(ids, (id) => consignmentOf.get(id ?? ''));
  const [arrived, published] = [byConsignment(got), byConsignment(events.map(({ payload }) => payload.eventid))];
  const ordered = [...published].filter(([, ids]) => ids.every((id) => !isRetried(id!)));
  for (const [consignmentId, ids] of ordered) expect(arrived.get(consignmentId)).toEqual(ids);
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

interface Ending {
  readonly receiver_id: string;
  readonly eventid: string;
  readonly status: string;
  readonly attempts: number;
  readonly recorded: number;
}

const endingsOf = (bed: TestBed, of: Crowd): Promise<Ending[]> =>
  bed.database.query(
    `SELECT d.receiver_id, d.eventid, d.status, d.attempts, (SELECT count(*)::int FROM delivery_attempt a WHERE a.delivery_id = d.delivery_id) AS recorded
     FROM delivery d WHERE d.account_id = $1`,
    [of.account],
  );

const untilAllEnded = (bed: TestBed, of: Crowd, deliveries: number): Promise<Ending[]> =>
  waitFor(
    async () => {
      const endings = await endingsOf(bed, of);
      return endings.length === deliveries && endings.every(({ status }) => status !== 'pending') ? endings : undefined;
    },
    { everyMs: 500, what: 'all deliveries to end' },
  );

describe('100 receivers', () => {
  const bed = useTestBed({
    env: { PROBE_INTERVAL_MS: '200', MAX_WAIT_MS: '1500', LEASE_MS: '3000', RETRY_DELAY_MS: '50', LOG_LEVEL: 'warn' },
  });
  beforeAll(() => bed.startApp('webhook-sender'));
  const story = useStories();

  story('one hangs: the other 99 get everything, each once, in order', async () => {
    const of = await crowd(bed, [{ kind: 'hang' }, ...times(99, OK)]);
    const events = eventsOf(of.account, 4, 3);
    await publish(bed, events);
    await waitFor(() => of.receiver.requests().length - eventidsAt(of, 0).length >= 99 * events.length);
    for (let index = 1; index < 100; index++) expectAllInOrder(of, index, events);
    of.receiver.behave('/r0', OK);
  });

  story(
    'one hangs, one drips, one answers 500, one redirects: the other 96 get everything in order; nothing is lost or duplicated for anyone',
    async () => {
      const bad: Behaviour[] = [
        { kind: 'hang' },
        { kind: 'drip', everyMs: 50 },
        { kind: 'answer', status: 500 },
        { kind: 'redirect', to: 'https://127.0.0.1:1/' },
      ];
      const of = await crowd(bed, [...bad, ...times(96, OK)], (index) => (index < 2 ? { timeoutMs: 300 } : {}));
      const events = eventsOf(of.account, 4, 3);
      await publish(bed, events);
      const endings = await untilAllEnded(bed, of, events.length * 100);
      const retried = new Set(endings.flatMap(({ receiver_id, eventid, attempts }) => (attempts > 1 ? [`${receiver_id} ${eventid}`] : [])));
      for (let index = bad.length; index < 100; index++)
        expectAllInOrder(of, index, events, (eventid) => retried.has(`${of.receiverIds[index]} ${eventid}`));
      for (const [index, receiverId] of of.receiverIds.entries()) {
        const own = endings.filter(({ receiver_id }) => receiver_id === receiverId);
        expect(new Set(own.map(({ eventid }) => eventid)).size).toBe(events.length);
        const posts = groupBy(eventidsAt(of, index), (id) => id);
        // A POST that timed out before it reached the receiver is recorded too, but no POST is made without a record.
        const isDoubled = ({ eventid, attempts, recorded }: Ending): boolean =>
          attempts !== recorded || (posts.get(eventid)?.length ?? 0) > recorded;
        expect(own.filter(isDoubled).map((each) => ({ ...each, index, posts: posts.get(each.eventid) }))).toEqual([]);
        const wanted = index < 2 ? ['exhausted', 'expired'] : [index < bad.length ? 'exhausted' : 'delivered'];
        expect(own.filter(({ status }) => !wanted.includes(status))).toEqual([]);
        expect(own.filter(({ status, recorded }) => status === 'exhausted' && recorded !== 16)).toEqual([]);
      }
    },
  );

  story('one of two answers with errors: the other gets nothing twice', async () => {
    const of = await crowd(bed, [{ kind: 'fail', times: 3 }, OK]);
    const events = eventsOf(of.account, 10, 1);
    await publish(bed, events);
    await untilAllEnded(bed, of, events.length * 2);
    expect(eventidsAt(of, 0)).toHaveLength(events.length * 4);
    expectAllInOrder(of, 1, events);
  });
});

describe('the permits', () => {
  const MAX_IN_FLIGHT = 128;
  const MAX_PER_RECEIVER = 4;
  const DELAY_MS = 100;
  const bed = useTestBed({
    env: { MAX_IN_FLIGHT: String(MAX_IN_FLIGHT), MAX_IN_FLIGHT_PER_RECEIVER: String(MAX_PER_RECEIVER), LOG_LEVEL: 'warn' },
  });
  beforeAll(() => bed.startApp('webhook-sender'));

  it('are not exhausted if 40 of 100 receivers hang', async () => {
    const of = await crowd(bed, [...times(40, { kind: 'hang' } as const), ...times(60, OK)], () => ({ timeoutMs: NEVER_MS }));
    const events = eventsOf(of.account, 10, 2);
    await publish(bed, events);
    const fromHealthy = (): number =>
      Array.from({ length: 60 }, (_, index) => eventidsAt(of, 40 + index).length).reduce((a, b) => a + b, 0);
    // None of the 40 has timed out by then: all their POSTs are still open.
    await waitFor(() => fromHealthy() === 60 * events.length);
    for (let index = 40; index < 100; index++) expectAllInOrder(of, index, events);
    expect(
      (await endingsOf(bed, of)).filter(({ receiver_id, recorded }) => of.receiverIds.indexOf(receiver_id) < 40 && recorded > 0),
    ).toEqual([]);
    // Hanging POSTs would take the permits of other tests.
    await bed.database.query('UPDATE receiver SET enabled = false WHERE account_id = $1', [of.account]);
    await of.receiver.close();
  });

  it('are never exceeded by a burst: neither for one receiver nor in total', async () => {
    const slow: Behaviour = { kind: 'answer', delayMs: DELAY_MS };
    const alone = await crowd(bed, [slow]);
    await publish(bed, eventsOf(alone.account, 60, 1));
    await waitFor(() => alone.receiver.requests().length === 60, { what: 'all POSTs to one receiver' });
    expect(mostAtPath(alone, 0)).toBeLessThanOrEqual(MAX_PER_RECEIVER);
    const answer = Promise.withResolvers<void>();
    alone.receiver.behave('/r0', { kind: 'answer', after: answer.promise });
    await publish(bed, eventsOf(alone.account, 20, 1));
    await waitFor(() => mostAtPath(alone, 0) === MAX_PER_RECEIVER, { what: 'as many POSTs at once as there may be' });
    answer.resolve();
    await waitFor(() => alone.receiver.requests().length === 80, { what: 'all POSTs to the one receiver' });
    expect(mostAtPath(alone, 0)).toBe(MAX_PER_RECEIVER);

    const many = await crowd(bed, times(50, slow));
    await publish(bed, eventsOf(many.account, 20, 1));
    await waitFor(() => many.receiver.requests().length === 50 * 20, { what: 'all POSTs to fifty receivers' });
    expect(Math.max(...many.receiver.requests().map(({ open }) => open.inAll))).toBeLessThanOrEqual(MAX_IN_FLIGHT);
    const perReceiver = many.receiverIds.map((_, index) => mostAtPath(many, index));
    expect(Math.max(...perReceiver)).toBeLessThanOrEqual(MAX_PER_RECEIVER);
  });
});

const mostAtPath = ({ receiver }: Crowd, index: number): number =>
  Math.max(...receiver.requests(`/r${index}`).map(({ open }) => open.atPath));

describe('retries', () => {
  const bed = useTestBed({ env: { MAX_IN_FLIGHT: '16', LOG_LEVEL: 'warn' } });
  let sender: App;
  beforeAll(async () => {
    sender = await bed.startProcess('webhook-sender'); // This process is measured.
  });
  const WAVE = 800;

  /** Returns the second attempt of a delivery of its own. */
  const retryOf = (receiverId: string, of: number, dueAtMs?: number): DeliveryAttempt =>
    deliveryAttempt(trackingEvent({ account: of }), receiverId, { attempt: 2, ...(dueAtMs !== undefined && { dueAtMs }) });

  const asMessage = (attempt: DeliveryAttempt) => ({ key: deliveryAttemptKey(attempt), ...attemptMessage(attempt) });

  it('that become due together do not starve first attempts', async () => {
    const busy = await crowd(bed, times(10, { kind: 'answer', delayMs: 50 } as const));
    const fresh = await crowd(bed, [OK]);
    const wave = Array.from({ length: WAVE }, (_, index) => retryOf(busy.receiverIds[index % 10]!, busy.account));
    await bed.publish('delivery-attempts', wave.map(asMessage));
    await waitFor(() => busy.receiver.requests().length > 50);
    const events = eventsOf(fresh.account, 20, 2);
    await publish(bed, events);
    await waitFor(() => eventidsAt(fresh, 0).length === events.length);
    expect(busy.receiver.requests().length).toBeLessThan(WAVE);
    expectAllInOrder(fresh, 0, events);
    await waitFor(() => busy.receiver.requests().length === WAVE);
  });

  it('wait in constant memory, 60,000 of them, while new events are delivered', async () => {
    const waiting = 60_000;
    const of = await crowd(bed, [OK]);
    const residentMiB = async (): Promise<number> => (await sender.metric('process_resident_memory_bytes'))! / 2 ** 20;
    const [first] = eventsOf(of.account, 1, 1);
    await publish(bed, [first!]);
    await waitFor(() => eventidsAt(of, 0).length === 1);
    const beforeMiB = await residentMiB();
    const dueAtMs = Date.now() + 3_600_000;
    const part = (): ReturnType<typeof asMessage>[] =>
      Array.from({ length: 5000 }, () => asMessage(retryOf(of.receiverIds[0]!, of.account, dueAtMs)));
    for (let published = 0; published < waiting; published += 5000) await bed.publish('delivery-retries', part());
    const samples: number[] = [];
    for (const _ of Array.from({ length: 20 })) {
      const [event] = eventsOf(of.account, 1, 1);
      await publish(bed, [event!]);
      await waitFor(() => eventidsAt(of, 0).includes(event!.payload.eventid));
      samples.push(await residentMiB());
    }
    expect(eventidsAt(of, 0)).toHaveLength(21);
    expect(Math.max(...samples) - beforeMiB).toBeLessThan(60);
  });
});
