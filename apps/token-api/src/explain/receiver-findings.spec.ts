import { describe, expect, it } from '@jest/globals';
import { ATTEMPT_REASONS, NO_FILTER } from '#libs/contracts';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import { receiverFindings } from './receiver-findings.js';
import type { ReceiverChange, ParcelHistory, HistoryEvent, HistoryReceiver } from './parcel-history.js';

const NOW_MS = Date.parse('2026-03-29T12:00:00Z');
const minutes = (count: number): Date => new Date(NOW_MS + count * 60_000);

const event: HistoryEvent = {
  eventid: 'e-1',
  event: 'onDelivered',
  references: {
    courier: 'acme',
    tracking_number: 'AB12',
    orderNo: 'A-1',
    client: 'shop-de',
    warehouse: 'WRO2',
    destination_country_iso3: 'DEU',
    language: 'de',
  },
  data: { delivery_location: 'ParcelShop' },
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
const delivery = {
  eventid: 'e-1',
  event: 'onDelivered',
  receiverId: 'r-1',
  deliveryId: 'd-1',
  status: 'pending',
  attempts: 0,
  nextAttemptAt: minutes(10),
  waitingFor: 'retry',
  lastOutcome: null,
  lastHttpStatus: null,
  updatedAt: minutes(-1),
} as Delivery;
const GONE = { at: minutes(-90).toISOString(), reason: 'gone' } as const;
const change = (at: number, before: ReceiverChange['before'], isDeletion = false): ReceiverChange => ({
  receiverId: 'r-1',
  at: minutes(at),
  before,
  isDeletion,
});

const history = (parts: Partial<ParcelHistory>): ParcelHistory => ({
  parcel: { courier: 'acme', trackingNumber: 'AB12' },
  consignment: undefined,
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
  ...parts,
});
const codeOf = (parts: Partial<ParcelHistory>, of: HistoryEvent = event): string =>
  receiverFindings(of, history(parts))
    .map(({ code }) => code)
    .join();

describe('an event that has a delivery', () => {
  it.each<[Partial<Delivery>, Partial<ParcelHistory>, string]>([
    [{}, {}, 'pending_retry'],
    [{ waitingFor: 'queue' }, {}, 'pending_queue'],
    [{ waitingFor: 'circuit' }, {}, 'pending_circuit'],
    [{ waitingFor: 'hold' }, {}, 'pending_hold'],
    [{ waitingFor: 'limit' }, {}, 'pending_limit'],
    [{}, { receivers: [{ ...receiver, enabled: false }] }, 'switched_off'],
    [{}, { receivers: [], changes: [change(-5, {}, true)] }, 'receiver_deleted'],
    [{ status: 'delivered' }, {}, 'delivered'],
    [{ status: 'delivered' }, { receivers: [{ ...receiver, enabled: false }] }, 'delivered'],
    [{ status: 'exhausted', attempts: 16 }, {}, 'exhausted'],
    [{ status: 'expired', attempts: 3 }, {}, 'expired'],
    [{ status: 'cancelled' }, {}, 'cancelled'],
  ])('%j with %j → %s', (changes, parts, code) => {
    expect(codeOf({ deliveries: [{ ...delivery, ...changes }], ...parts })).toBe(code);
  });

  it('says when, how often and why it failed, and what to do', () => {
    const failed: Delivery = { ...delivery, attempts: 2, lastOutcome: 'tls', waitingFor: 'retry' };
    const [found] = receiverFindings(
      event,
      history({ deliveries: [failed], lastEnds: new Map([['d-1', { reason: ATTEMPT_REASONS.certificate_expired, detail: null }]]) }),
    );
    expect(found).toMatchObject({ severity: 'waiting', at: minutes(10), deliveryId: 'd-1' });
    expect(found?.meaning).toBe(
      'onDelivered: next attempt at 2026-03-29T12:10:00Z. 2 attempts have failed, the last one with `tls`: Your certificate or one of its intermediate certificates has expired.',
    );
    expect(found?.toDo).toContain('Renew the certificate');
  });
});

describe('an event without a delivery', () => {
  it.each<[string, Partial<ParcelHistory>, string]>([
    ['no receiver', { receivers: [] }, 'no_receiver'],
    ['created later', { receivers: [{ ...receiver, createdAt: minutes(-59) }] }, 'created_later'],
    ['switched off', { receivers: [{ ...receiver, enabled: false }] }, 'switched_off'],
    ['disabled by the service', { receivers: [{ ...receiver, enabled: false, disabled: GONE }] }, 'disabled'],
    ['disabled then, on since', { changes: [change(-5, { enabled: false, disabled: GONE })] }, 'disabled'],
    [
      'disabled after it was taken up late',
      { receivers: [{ ...receiver, enabled: false, disabled: GONE }], changes: [change(-59, { enabled: true })] },
      'disabled',
    ],
    ['another event', { receivers: [{ ...receiver, events: ['onDelay'] }] }, 'event_filter'],
    ['another client', { receivers: [{ ...receiver, clients: ['Shop-DE'] }] }, 'content_filter'],
    ['another courier then', { changes: [change(-5, { filter: { couriers: ['gls'] } })] }, 'content_filter'],
    ['deleted before', { receivers: [{ ...receiver, deletedAt: minutes(-61) }] }, 'receiver_deleted'],
    ['switched off then, on since', { changes: [change(-5, { enabled: false })] }, 'switched_off'],
    ['filtered then, open since', { changes: [change(-5, { events: ['onDelay'] })] }, 'event_filter'],
    [
      'open then, switched off since',
      { receivers: [{ ...receiver, enabled: false }], changes: [change(-5, { enabled: true })] },
      'switched_off',
    ],
    ['switched off and on before', { changes: [change(-70, { enabled: false }), change(-80, { enabled: true })] }, 'not_fanned_out'],
    ['not taken up', {}, 'not_fanned_out'],
  ])('%s', (_, parts, code) => {
    expect(codeOf(parts)).toBe(code);
  });

  it('names the event, who switched the receiver off, when and why', () => {
    const meaningOf = (parts: Partial<ParcelHistory>): string | undefined => receiverFindings(event, history(parts))[0]?.meaning;
    const off = { ...receiver, name: 'shop', enabled: false };
    expect(meaningOf({ receivers: [{ ...off, disabled: GONE }] })).toBe(
      'The receiver "shop" was disabled by the service at 2026-03-29T10:30:00Z, because it answered 410 Gone: onDelivered was not sent to it.',
    );
    expect(meaningOf({ receivers: [off] })).toBe(
      'The receiver "shop" was switched off (`enabled` false) when the event occurred: onDelivered was not sent to it.',
    );
    expect(meaningOf({ receivers: [{ ...off, disabled: GONE }], deliveries: [delivery] })).toContain(
      'the service disabled the receiver at',
    );
    const cancelled: Delivery = { ...delivery, status: 'cancelled' };
    expect(meaningOf({ receivers: [{ ...off, disabled: { ...GONE, reason: 'failing' } }], deliveries: [cancelled] })).toContain(
      ': the service disabled the receiver at 2026-03-29T10:30:00Z, because it failed for too long.',
    );
  });

  it('names the list of the filter and the value that is not in it', () => {
    const only = (lists: Partial<HistoryReceiver>): unknown => {
      const [found] = receiverFindings(event, history({ receivers: [{ ...receiver, name: 'shop', ...lists }] }));
      return [found?.meaning, found?.toDo];
    };
    expect(only({ couriers: ['gls'] })).toEqual([
      'The receiver "shop" did not want onDelivered when the event occurred: courier "acme" was not in `filter.couriers`.',
      'If you want such events, correct `filter.couriers` with PATCH /receivers/{receiverId}: case counts. Send it with POST /receivers/{receiverId}/redeliver and `status: missing`.',
    ]);
    expect(only({ deliveryLocations: ['Doorstep'], createdAt: minutes(-59) })).toEqual([
      'The receiver "shop" does not want onDelivered: delivery location "ParcelShop" is not in `filter.deliveryLocations`.',
      expect.stringContaining('`filter.deliveryLocations`'),
    ]);
  });

  it('says nothing of deliveries that are no longer kept, nor of a switch-off that came a day later', () => {
    expect(codeOf({}, { ...event, hasDeliveries: false })).toBe('event_not_kept');
    const old = { ...event, createdAt: minutes(-3 * 24 * 60) };
    const since = { receivers: [{ ...receiver, enabled: false, createdAt: minutes(-9_999) }], changes: [change(-5, { enabled: true })] };
    expect(codeOf(since, old)).toBe('not_fanned_out');
  });
});

/** A receiver as it was when the event occurred, and as it is now: what is said, how bad that is, and what sends the event. */
describe('a receiver that is or was off', () => {
  const MISSING = 'Send it with POST /receivers/{receiverId}/redeliver and `status: missing`.';
  const ENABLE = 'Set `enabled` to true. ';
  const LIST = 'If you want such events, correct `events` with PATCH /receivers/{receiverId}. ';
  const then = (before: ReceiverChange['before']): Partial<ParcelHistory>['changes'] => [change(-5, before)];
  const off = { ...receiver, enabled: false };

  it.each<[string, Partial<ParcelHistory>, string, string, string]>([
    ['is off since before', { receivers: [off] }, 'switched_off', 'problem', ENABLE + MISSING],
    ['was off, is on', { changes: then({ enabled: false }) }, 'switched_off', 'problem', MISSING],
    ['never wanted it', { receivers: [{ ...off, events: ['onDelay'] }] }, 'event_filter', 'info', LIST + ENABLE + MISSING],
    [
      'did not want it, wants it now',
      { receivers: [off], changes: then({ events: ['onDelay'] }) },
      'event_filter',
      'info',
      ENABLE + MISSING,
    ],
    ['did not want it, wants it now and is on', { changes: then({ events: ['onDelay'] }) }, 'event_filter', 'info', MISSING],
    [
      'was off, does not want it now',
      { receivers: [{ ...receiver, events: ['onDelay'] }], changes: then({ enabled: false, events: [] }) },
      'switched_off',
      'info',
      LIST + MISSING,
    ],
    ['created later, off', { receivers: [{ ...off, createdAt: minutes(-59) }] }, 'created_later', 'problem', ENABLE + MISSING],
    [
      'created later, does not want it',
      { receivers: [{ ...receiver, createdAt: minutes(-59), events: ['onDelay'] }] },
      'event_filter',
      'info',
      LIST + MISSING,
    ],
    [
      'deleted, never wanted it',
      { receivers: [{ ...receiver, deletedAt: minutes(-61), events: ['onDelay'] }] },
      'event_filter',
      'info',
      `Create the receiver again. ${MISSING}`,
    ],
  ])('%s', (_, parts, code, severity, toDo) => {
    expect(receiverFindings(event, history(parts))).toMatchObject([{ code, severity, toDo }]);
  });

  const AGAIN = 'Send it again with POST /deliveries/{deliveryId}/redeliver.';

  it.each<[string, Partial<ParcelHistory>, string]>([
    ['on', {}, AGAIN],
    ['off', { receivers: [off] }, ENABLE + AGAIN],
    ['deleted', { receivers: [], changes: [change(-5, {}, true)] }, `Create the receiver again. ${MISSING}`],
    ['beyond those that are explained', { receivers: [] }, `If the receiver is switched off, set \`enabled\` to true. ${AGAIN}`],
  ])('a delivery that ended is sent again by a receiver that is %s', (_, parts, toDo) => {
    for (const status of ['exhausted', 'expired', 'cancelled'] as const) {
      const [found] = receiverFindings(event, history({ deliveries: [{ ...delivery, status, attempts: 16 }], ...parts }));
      expect([found?.code, found?.toDo]).toEqual([status, expect.stringContaining(toDo)]);
    }
  });
});
