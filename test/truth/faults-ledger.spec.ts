import { describe, expect, it } from '@jest/globals';
import { parcel } from '../builders/parcel.js';
import type { RecordMessage, ScanMessage } from '../builders/wire-messages.js';
import { FaultReceiver } from '../faults/cluster/receivers.js';
import type { PastFault } from '../faults/fault-runner.js';
import type { Books } from '../faults/ledger/books.js';
import { compare } from '../faults/ledger/compare.js';
import type { AttemptRow, DeliveryRow } from '../support/delivery-ledger.js';
import type { ReceivedRequest, TestReceiver } from '../support/receiver.js';
import { SimpleModel } from '../support/simple-model.js';
import type { ModelEvent } from '../support/simple-model-event.js';

// A ledger that overlooks a fault proves nothing. Each test spoils balanced books in one place, and the ledger must name that place.

const ACCOUNT = 100;
const DELAY_MS = 1_000;
const RECEIVER_ID = 'receiver-1';

function modelEvents(): ModelEvent[] {
  const model = new SimpleModel();
  for (const trackingNumber of ['A1', 'A2']) {
    const each = parcel({ account: ACCOUNT, courier: 'delta', trackingNumber });
    model.takeRecord(each.record().value as RecordMessage);
    for (const [hour, status] of ['InboundScan', 'OutForDelivery', 'Delivered'].entries())
      model.takeScan(each.scan(status, `2026-03-28T1${hour}:00:00Z`).value as ScanMessage);
  }
  return model.events;
}

/** Books that a test can spoil before they are compared. */
interface Draft extends Omit<Books, 'receivers' | 'receiverOf'> {
  expected: ModelEvent[];
  told: ModelEvent[];
  consignmentIds: string[];
  eventIds: string[];
  deliveries: DeliveryRow[];
  attempts: AttemptRow[];
  requests: ReceivedRequest[];
  faults: PastFault[];
}

const payloadOf = ({ event, eventid, timestamp, references, fields, leadTimes: [door, qualified, end] }: ModelEvent): string =>
  JSON.stringify({
    event,
    eventid,
    timestamp,
    references,
    data: { ...fields, delivery_status_locale_short: '', delivery_status_locale_long: '', expected_delivery_date_formatted: '' },
    reporting: { lead_time_door_to_door: door, lead_time_qualified_attempt: qualified, lead_time_end_to_end: end },
  });

const requestOf = (eventid: string, body: string, atMs: number): ReceivedRequest =>
  ({ eventid, atMs, body: Buffer.from(body), json: () => JSON.parse(body) as unknown }) as ReceivedRequest;

function balanced(): Draft {
  const expected = modelEvents();
  const at = (index: number): number => 1_000_000 + index * 100;
  return {
    expected,
    told: [...expected],
    bad: [],
    deadLetters: new Map(),
    consignmentIds: [...new Set(expected.map(({ consignmentId }) => consignmentId))],
    eventIds: expected.map(({ eventid }) => eventid),
    deliveries: expected.map(({ eventid }) => ({
      delivery_id: `d-${eventid}`,
      receiver_id: RECEIVER_ID,
      eventid,
      status: 'delivered',
      attempts: 1,
    })),
    attempts: expected.map(({ eventid }, index) => ({
      delivery_id: `d-${eventid}`,
      attempt: 1,
      outcome: 'accepted',
      startedMs: at(index),
      endedMs: at(index) + 10,
    })),
    requests: expected.map((event, index) => requestOf(event.eventid, payloadOf(event), at(index))),
    faults: [],
    retryDelayMs: DELAY_MS,
  };
}

function differencesOf({ requests, ...draft }: Draft): string[] {
  const character = { name: 'steady', accounts: [ACCOUNT], habit: { kind: 'answer' }, timeoutMs: 1_000 } as const;
  const receiver = new FaultReceiver(character, { requests: () => requests } as unknown as TestReceiver);
  return compare({ ...draft, receivers: [receiver], receiverOf: new Map([[RECEIVER_ID, receiver]]) }).differences.map(({ what }) => what);
}

const fault = (options: Partial<PastFault>): PastFault => ({
  kinds: ['kill-app'],
  what: 'kill -9',
  startedMs: 0,
  endedMs: 2_000_000,
  recoveryMs: 0,
  mayRepeat: true,
  ...options,
});

const SPOILS: readonly (readonly [string, (draft: Draft) => void, string])[] = [
  ['an event that was never published', ({ told }) => told.splice(2, 1), 'events lost: expected, but not in topic events'],
  [
    'an unexpected event',
    ({ told }) => told.push({ ...told[0]!, eventid: 'invented' }),
    'events invented: in topic events, but not expected',
  ],
  [
    'an event with different content',
    ({ told }) => (told[1] = { ...told[1]!, timestamp: '2026-03-28T10:00:01Z' }),
    'events whose content differs',
  ],
  [
    'two events in the wrong order',
    ({ told }) => told.splice(1, 2, told[2]!, told[1]!),
    'consignments whose events are published in another order',
  ],
  ['an event without a row', ({ eventIds }) => eventIds.pop(), 'events without a row in table event'],
  ['an event with two rows', ({ eventIds }) => eventIds.push(eventIds[0]!), 'events with more than one row in table event'],
  ['a consignment without a row', ({ consignmentIds }) => consignmentIds.pop(), 'consignments without a row'],
  ['a delivery without a row', ({ deliveries }) => deliveries.pop(), 'deliveries lost: an event that its receiver wants has no row'],
  ['a delivery with two rows', ({ deliveries }) => deliveries.push({ ...deliveries[0]!, delivery_id: 'twin' }), 'deliveries with two rows'],
  ['a delivery still pending', ({ deliveries }) => (deliveries[0] = { ...deliveries[0]!, status: 'pending' }), 'deliveries still pending'],
  [
    'an honest receiver that the service gave up',
    ({ deliveries }) => (deliveries[0] = { ...deliveries[0]!, status: 'expired' }),
    'deliveries whose end does not match the behaviour of their receiver',
  ],
  ['an attempt that is not recorded', ({ attempts }) => attempts.pop(), 'deliveries whose attempts do not follow the specification'],
  [
    'a retry that came too early',
    ({ deliveries, attempts }) => {
      deliveries[0] = { ...deliveries[0]!, attempts: 2 };
      const [first] = attempts;
      attempts.splice(
        0,
        1,
        { ...first!, outcome: 'timeout' },
        { ...first!, attempt: 2, startedMs: first!.endedMs + DELAY_MS - 100, endedMs: 0 },
      );
    },
    'deliveries whose attempts do not follow the specification',
  ],
  ['a webhook that never arrived', ({ requests }) => requests.splice(3, 1), 'webhooks lost: an honest receiver never got them'],
  ['an unexpected webhook', ({ requests }) => requests.push(requestOf('invented', '{}', 0)), 'webhooks invented'],
  [
    'a webhook with different content',
    ({ requests }) => (requests[0] = requestOf(requests[0]!.eventid!, String(requests[0]!.body).replace('A1', 'A9'), 0)),
    'webhooks whose content differs',
  ],
  [
    'a repeat with different bytes',
    ({ requests }) => requests.push(requestOf(requests[0]!.eventid!, `${String(requests[0]!.body)} `, 0)),
    'webhooks whose repeat differs',
  ],
  [
    'webhooks in the wrong order',
    ({ requests }) => requests.splice(1, 2, requests[2]!, requests[1]!),
    'consignments whose webhooks arrived in another order',
  ],
  ['a repeat without a fault', ({ requests }) => requests.push(requests[0]!), 'POSTs repeated without a nearby fault as the cause'],
  [
    'a repeat near a fault that excuses no repeats',
    ({ requests, faults }) => {
      requests.push(requests[0]!);
      faults.push(fault({ mayRepeat: false }));
    },
    'POSTs repeated without a nearby fault as the cause',
  ],
  [
    'more repeats than were in flight',
    ({ requests, faults }) => {
      requests.push(...Array.from({ length: 300 }, () => requests[0]!));
      faults.push(fault({}));
    },
    'faults with more repeated POSTs than were in flight',
  ],
];

describe('the ledger of the faults', () => {
  it('finds no difference in balanced books', () => {
    expect(differencesOf(balanced())).toEqual([]);
  });

  it('accepts an event published twice and a POST repeated by a kill', () => {
    const draft = balanced();
    draft.told.push(draft.told[0]!);
    draft.requests.push(draft.requests[0]!);
    draft.faults.push(fault({}));
    expect(differencesOf(draft)).toEqual([]);
  });

  it.each(SPOILS)('finds %s', (_, spoil, found) => {
    const draft = balanced();
    spoil(draft);
    expect(differencesOf(draft)).toContain(found);
  });
});
