// Tests each finding code with one receiver, and beside receivers that never wanted the event.
import { describe, expect, it } from '@jest/globals';
import { type EventName, idDigest, NO_FILTER, type ReadAs, type ReadBy, UNMAPPED } from '#libs/contracts';
import type { ConsignmentRow, ConsignmentState } from '../consignments/consignment-view.js';
import type { ScanRow } from '../consignments/scan-history.js';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import type { Wait } from '../deliveries/delivery-views.js';
import { explain } from './explain.js';
import { FINDING_CODES, type FindingCode } from './finding.js';
import type { DeadLetter, ParcelHistory, HistoryEvent, HistoryReceiver } from './parcel-history.js';

const NOW_MS = Date.parse('2026-03-29T12:00:00Z');
const minutes = (count: number): Date => new Date(NOW_MS + count * 60_000);

const STATE: Partial<ConsignmentState> = {
  generation: 1,
  openedAtMs: minutes(-100).getTime(),
  appliedScans: [],
  leftOutScans: [],
  appliedTransfers: [],
  isDispatched: false,
};
const consignment = (state: Partial<ConsignmentState> = {}): ConsignmentRow => ({
  consignmentId: 'c-1',
  courier: 'acme',
  trackingNumber: 'AB12',
  state: { ...STATE, ...state } as ConsignmentState,
  createdAt: minutes(-100),
  updatedAt: minutes(-50),
});
const READ_BY: ReadBy = { layer: 'shipped', ruleSet: 'set-1' };
const scan = (readAs: ReadAs, at = -70, storedAt = at): ScanRow =>
  ({
    scan: { scanId: `${at}`, occurredAtMs: minutes(at).getTime(), offset: storedAt, readAs, readBy: READ_BY },
    createdAt: minutes(storedAt),
  }) as ScanRow;
const event: HistoryEvent = {
  eventid: 'e-1',
  event: 'onDelivered',
  references: {
    courier: 'acme',
    tracking_number: 'AB12',
    orderNo: 'A-1',
    client: 'shop-de',
    warehouse: '',
    destination_country_iso3: 'DEU',
    language: 'de',
  },
  data: { delivery_location: '' },
  timestamp: minutes(-60),
  createdAt: minutes(-60),
  hasDeliveries: true,
};
const receiver: HistoryReceiver = {
  receiverId: 'r-1',
  name: '',
  enabled: true,
  disabled: null,
  events: [],
  ...NO_FILTER,
  createdAt: minutes(-600),
  deletedAt: null,
};
const delivery = (changes: Partial<Delivery>): Partial<ParcelHistory> => ({
  deliveries: [
    {
      eventid: 'e-1',
      event: 'onDelivered',
      receiverId: 'r-1',
      deliveryId: 'd-1',
      status: 'pending',
      attempts: 1,
      nextAttemptAt: minutes(10),
      waitingFor: 'retry',
      lastOutcome: 'timeout',
      lastHttpStatus: null,
      updatedAt: minutes(-1),
      ...changes,
    } as Delivery,
  ],
});
const waits = (waitingFor: Wait): Partial<ParcelHistory> => delivery({ waitingFor });
const deadLetters = (kind: DeadLetter['kind']): Partial<ParcelHistory> => ({
  deadLetters: [{ kind, messageId: null, reason: 'E_TIME', detail: 'x', deadLetteredAt: minutes(-5) }],
});
const delay = (state: 'armed' | 'disarmed', at: number) =>
  consignment({ internalDelay: { state, sendDate: '2026-03-29', dueAtMs: minutes(at).getTime() } });

const STORY: ParcelHistory = {
  parcel: { courier: 'acme', trackingNumber: 'AB12' },
  consignment: consignment(),
  earlier: [],
  scans: [],
  events: [event],
  deliveries: [],
  lastEnds: new Map(),
  receivers: [receiver],
  receiversNotExplained: 0,
  changes: [],
  deadLetters: [],
  ownWaiting: 0,
  erasedAt: undefined,
  removedAt: undefined,
  nowMs: NOW_MS,
};
const NO_EVENT = { events: [] };
const NO_RECORD = { consignment: undefined, ...NO_EVENT };

type Case = readonly [Partial<ParcelHistory>, EventName | undefined];

/** The parts of the history that cause each finding, and the event that is asked for. */
const CASES: Readonly<Record<FindingCode, Case>> = {
  no_record: [NO_RECORD, 'onDelivered'],
  record_dead_letter: [{ ...NO_RECORD, ...deadLetters('record') }, 'onDelivered'],
  record_left_out: [{ ...NO_RECORD, erasedAt: minutes(-9) }, 'onDelivered'],
  scans_waiting: [{ ...NO_EVENT, ownWaiting: 2 }, 'onDelivered'],
  scan_dead_letter: [{ ...NO_EVENT, ...deadLetters('scan') }, 'onDelivered'],
  no_scan: [NO_EVENT, 'onDelivered'],
  earlier_parcel: [{ ...NO_EVENT, earlier: [{ consignmentId: 'c-0', generation: 1 }] }, undefined],
  unmapped: [{ ...NO_EVENT, scans: [scan(UNMAPPED)] }, 'onDelivered'],
  status_without_event: [{ ...NO_EVENT, scans: [scan('Rerouted')] }, 'onDelivered'],
  late_scan: [{ ...NO_EVENT, scans: [scan('OutForDelivery', -10), scan('InTransit', -70, -5)] }, undefined],
  no_update: [NO_EVENT, 'onUpdated'],
  already_announced: [{ ...NO_EVENT, consignment: consignment({ appliedTransfers: ['1', '2'].map(idDigest) }) }, 'onUpdated'],
  no_date: [{ ...NO_EVENT, scans: [scan('InTransit')] }, 'onScheduled'],
  no_send_date: [NO_EVENT, 'onInternalDelay'],
  send_date_ahead: [{ ...NO_EVENT, consignment: delay('armed', 60) }, 'onInternalDelay'],
  sent_in_time: [{ ...NO_EVENT, consignment: delay('disarmed', -60) }, 'onInternalDelay'],
  event_not_kept: [{ events: [{ ...event, hasDeliveries: false }] }, 'onDelivered'],
  no_receiver: [{ receivers: [] }, 'onDelivered'],
  created_later: [{ receivers: [{ ...receiver, createdAt: minutes(-1) }] }, 'onDelivered'],
  receiver_deleted: [{ receivers: [{ ...receiver, deletedAt: minutes(-90) }] }, 'onDelivered'],
  switched_off: [{ receivers: [{ ...receiver, enabled: false }] }, 'onDelivered'],
  disabled: [{ receivers: [{ ...receiver, enabled: false, disabled: { at: '2026-03-29T10:00:00Z', reason: 'gone' } }] }, 'onDelivered'],
  event_filter: [{ receivers: [{ ...receiver, events: ['onDelay'] }] }, 'onDelivered'],
  content_filter: [{ receivers: [{ ...receiver, clients: ['shop-at'] }] }, 'onDelivered'],
  not_fanned_out: [{}, 'onDelivered'],
  pending_retry: [waits('retry'), 'onDelivered'],
  pending_queue: [waits('queue'), 'onDelivered'],
  pending_circuit: [waits('circuit'), 'onDelivered'],
  pending_hold: [waits('hold'), 'onDelivered'],
  pending_limit: [waits('limit'), 'onDelivered'],
  exhausted: [delivery({ status: 'exhausted', attempts: 16 }), 'onDelivered'],
  expired: [delivery({ status: 'expired' }), 'onDelivered'],
  cancelled: [delivery({ status: 'cancelled' }), 'onDelivered'],
  delivered: [delivery({ status: 'delivered' }), 'onDelivered'],
  nothing_notable: [delivery({ status: 'delivered' }), undefined],
  not_all_explained: [{ ...delivery({ status: 'delivered' }), receiversNotExplained: 5 }, undefined],
};

const retired = (changes: Partial<HistoryReceiver>): HistoryReceiver => ({
  ...receiver,
  receiverId: 'r-2',
  enabled: false,
  events: ['onReturn'],
  ...changes,
});
const BESIDE: readonly (readonly [string, readonly HistoryReceiver[]])[] = [
  ['alone', []],
  ['beside a receiver that is off and lists another event', [retired({})]],
  ['beside a receiver that is off and lists another client', [retired({ events: [], clients: ['shop-at'] })]],
  ['beside a receiver that was created later, is off and lists another event', [retired({ createdAt: minutes(-1) })]],
  ['beside a receiver that was created later and lists another event', [retired({ createdAt: minutes(-1), enabled: true })]],
];

describe.each(BESIDE)('%s', (_, others) => {
  it.each(FINDING_CODES.filter((code) => code !== 'no_receiver' || others.length === 0))('%s', (code) => {
    const [parts, asked] = CASES[code];
    const history = { ...STORY, ...parts };
    const alone = explain(history, asked).verdict;
    const { verdict } = explain({ ...history, receivers: [...history.receivers, ...others] }, asked);
    expect(verdict.code).toBe(code);
    expect(verdict).toEqual(alone);
  });
});

it('finds nothing notable when all events arrived, even if retired receivers exist', () => {
  const receivers = [receiver, ...BESIDE.flatMap(([, others]) => others)];
  const { verdict, notable } = explain({ ...STORY, ...delivery({ status: 'delivered' }), receivers }, undefined);
  expect([verdict.code, notable.length]).toEqual(['nothing_notable', 1]);
});

describe('with more receivers than one explanation covers', () => {
  const more = { ...STORY, receiversNotExplained: 1 };

  it.each(['onDelivered', undefined] as const)('the verdict never says that all is well (asked for: %s)', (asked) => {
    const { verdict, notable } = explain({ ...more, ...delivery({ status: 'delivered' }) }, asked);
    expect([verdict.code, verdict.meaning]).toEqual([
      'not_all_explained',
      'Only the 20 oldest receivers of your account were checked; 1 other receiver was not.',
    ]);
    expect(notable.map(({ code }) => code)).toEqual([...(asked ? ['delivered'] : []), 'not_all_explained']);
  });

  it('a problem remains the verdict', () => {
    const { verdict, notable } = explain({ ...more, ...delivery({ status: 'expired' }) }, undefined);
    expect([verdict.code, notable.map(({ code }) => code)]).toEqual(['expired', ['expired', 'not_all_explained']]);
  });

  it('an event that did not happen needs no receivers', () => {
    expect(explain({ ...more, ...NO_EVENT }, 'onDelivered').verdict.code).toBe('no_scan');
  });
});
