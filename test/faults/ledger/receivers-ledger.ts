import { isDeepStrictEqual } from 'node:util';
import type { WebhookPayload } from '#libs/contracts';
import { groupBy } from '../../support/delivery-ledger.js';
import type { ReceivedRequest } from '../../support/receiver.js';
import { type ModelEvent, toComparable } from '../../support/simple-model-event.js';
import { MAX_IN_FLIGHT } from '../cluster/cluster.js';
import type { FaultReceiver } from '../cluster/receivers.js';
import type { PastFault } from '../fault-runner.js';
import type { Books } from './books.js';
import { type Difference, differing } from './difference.js';

export interface ReceiversResult {
  readonly differences: readonly Difference[];
  /** Number of POSTs beyond the recorded attempts. */
  readonly repeats: number;
}

/** Compares what every receiver got with what it must get and with what is recorded. */
export function compareReceivers(books: Books): ReceiversResult {
  const wanted = new Map(books.expected.map((event) => [event.eventid, event]));
  const differences = books.receivers.flatMap((receiver) => [
    ...compareContent(receiver, wanted),
    ...(isSteady(receiver) ? compareArrivals(receiver, books) : []),
  ]);
  const repeats = findRepeats(books);
  return {
    differences: [...differences, ...compareRepeats(repeats, books.faults)],
    repeats: repeats.reduce((sum, { count }) => sum + count, 0),
  };
}

const isSteady = ({ isHonest, name }: FaultReceiver): boolean => isHonest && name !== 'moody';

/** Checks that nothing is invented, and that every repeat has the same bytes. */
function compareContent(receiver: FaultReceiver, wanted: ReadonlyMap<string, ModelEvent>): Difference[] {
  const bodies = new Map<string, Buffer>();
  const invented: string[] = [];
  const changed: string[] = [];
  const differ: string[] = [];
  for (const request of receiver.requests()) {
    const { eventid = '', body } = request;
    const event = wanted.get(eventid);
    if (!event || !receiver.wants(event.account, event.event)) invented.push(`${receiver.name} got ${eventid || String(body)}`);
    const before = bodies.get(eventid);
    if (before && !before.equals(body)) changed.push(`${receiver.name} got ${eventid} with another body`);
    if (!before && event && !says(request, event))
      differ.push(`${receiver.name} got ${eventid} with different content:\n      ${String(body)}`);
    bodies.set(eventid, body);
  }
  return [
    ...differing('webhooks invented', invented),
    ...differing('webhooks whose repeat differs', changed),
    ...differing('webhooks whose content differs', differ),
  ];
}

function says(request: ReceivedRequest, event: ModelEvent): boolean {
  const payload = request.json<WebhookPayload & { specversion?: string }>();
  if (payload.specversion !== undefined) return true; // The parts of a CloudEvents body are compared where they are sent in the plain format.
  return isDeepStrictEqual(toComparable({ account: event.account, consignmentId: event.consignmentId, payload }), event);
}

/** Checks that everything arrived, and that webhooks delivered at the first attempt arrived in the order of the events. */
function compareArrivals(receiver: FaultReceiver, { expected, deliveries, receiverOf }: Books): Difference[] {
  const arrivedAt = new Map<string, number>();
  for (const [index, { eventid = '' }] of receiver.requests().entries()) if (!arrivedAt.has(eventid)) arrivedAt.set(eventid, index);
  const wanted = expected.filter(({ account, event }) => receiver.wants(account, event));
  const retried = new Set(
    deliveries
      .filter(({ receiver_id, attempts }) => receiverOf.get(receiver_id) === receiver && attempts > 1)
      .map(({ eventid }) => eventid),
  );
  const inOrder = groupBy(
    wanted.filter(({ eventid }) => arrivedAt.has(eventid) && !retried.has(eventid)),
    ({ consignmentId }) => consignmentId,
  );
  const overtaken = [...inOrder].filter(([, events]) =>
    events.some(({ eventid }, index) => index > 0 && arrivedAt.get(eventid)! < arrivedAt.get(events[index - 1]!.eventid)!),
  );
  return [
    ...differing(
      'webhooks lost: an honest receiver never got them',
      wanted.filter(({ eventid }) => !arrivedAt.has(eventid)).map(({ event, eventid }) => `${receiver.name} lacks ${event} ${eventid}`),
    ),
    ...differing(
      'consignments whose webhooks arrived in another order',
      overtaken.map(
        ([id, events]) =>
          `${receiver.name}, ${id}: ${events.map(({ eventid, event }) => `${event} ${eventid} as no. ${arrivedAt.get(eventid)}`).join(', ')}`,
      ),
    ),
  ];
}

interface Repeat {
  readonly name: string;
  readonly count: number;
  /** Time of the delivery's first POST; `toMs` is the time of its last POST. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the deliveries with more POSTs than recorded attempts. */
function findRepeats({ deliveries, attempts, receivers, receiverOf }: Books): Repeat[] {
  const made = groupBy(attempts, ({ delivery_id }) => delivery_id);
  const posts = new Map(receivers.map((receiver) => [receiver, groupBy(receiver.requests(), ({ eventid = '' }) => eventid)]));
  return deliveries.flatMap(({ delivery_id, receiver_id, eventid }) => {
    const receiver = receiverOf.get(receiver_id)!;
    const times = (posts.get(receiver)?.get(eventid) ?? []).map(({ atMs }) => atMs);
    const count = times.length - (made.get(delivery_id)?.length ?? 0);
    if (count <= 0) return [];
    return [
      { name: `${delivery_id} for ${receiver.name}: ${count} POSTs too many`, count, fromMs: Math.min(...times), toMs: Math.max(...times) },
    ];
  });
}

/** Time that passes between the end of a POST and its row. */
const RECORDING_MS = 2_000;
/** The POSTs in flight in both senders, plus the POSTs that had just ended and were being recorded. */
const MOST_PER_FAULT = 2 * 2 * MAX_IN_FLIGHT;

/**
 * Checks that a fault that could interrupt a sender explains each repeat, and that no fault explains more repeats than could be in flight.
 */
function compareRepeats(repeats: readonly Repeat[], faults: readonly PastFault[]): Difference[] {
  const tearing = faults.filter(({ mayRepeat }) => mayRepeat);
  const countOf = new Map<PastFault, number>();
  const unexplained: string[] = [];
  for (const repeat of repeats) {
    const cause = tearing.find(
      (fault) => fault.startedMs - RECORDING_MS <= repeat.toMs && repeat.fromMs <= fault.endedMs + (fault.recoveryMs ?? 0),
    );
    if (cause) countOf.set(cause, (countOf.get(cause) ?? 0) + repeat.count);
    else unexplained.push(repeat.name);
  }
  const beyond = [...countOf].filter(([, count]) => count > MOST_PER_FAULT);
  return [
    ...differing('POSTs repeated without a nearby fault as the cause', unexplained),
    ...differing(
      'faults with more repeated POSTs than were in flight',
      beyond.map(([{ what }, count]) => `${what}: ${count}, at most ${MOST_PER_FAULT}`),
    ),
  ];
}
