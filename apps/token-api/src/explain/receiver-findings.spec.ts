import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import { receiverFindings } from './receiver-findings.js';
import type { ReceiverChange, Story, StoryEvent, StoryReceiver } from './story.js';

const NOW_MS = Date.parse('2026-03-29T12:00:00Z');
const minutes = (count: number): Date => new Date(NOW_MS + count * 60_000);

const event: StoryEvent = {
  eventid: 'e-1',
  event: 'onDelivered',
  client: 'shop-de',
  happenedAt: minutes(-60),
  createdAt: minutes(-60),
  hasDeliveries: true,
};
const receiver: StoryReceiver = {
  receiverId: 'r-1',
  name: '',
  enabled: true,
  events: [],
  clients: [],
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
const change = (at: number, before: ReceiverChange['before'], isDeletion = false): ReceiverChange => ({
  receiverId: 'r-1',
  at: minutes(at),
  before,
  isDeletion,
});

const story = (parts: Partial<Story>): Story => ({
  parcel: { courier: 'acme', trackingNumber: 'AB12' },
  consignment: undefined,
  earlier: [],
  scans: [],
  events: [event],
  deliveries: [],
  lastDetails: new Map(),
  receivers: [receiver],
  changes: [],
  parked: [],
  ownWaiting: 0,
  erasedAt: undefined,
  removedAt: undefined,
  isDeferred: false,
  nowMs: NOW_MS,
  ...parts,
});
const codeOf = (parts: Partial<Story>, of: StoryEvent = event): string =>
  receiverFindings(of, story(parts))
    .map(({ code }) => code)
    .join();

describe('an event that has a delivery', () => {
  it.each<[Partial<Delivery>, Partial<Story>, string]>([
    [{}, {}, 'pending_retry'],
    [{ waitingFor: 'queue' }, {}, 'pending_queue'],
    [{ waitingFor: 'circuit' }, {}, 'pending_circuit'],
    [{ waitingFor: 'hold' }, {}, 'pending_hold'],
    [{ waitingFor: 'limit' }, {}, 'pending_limit'],
    [{}, { receivers: [{ ...receiver, enabled: false }] }, 'paused'],
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
    const [found] = receiverFindings(event, story({ deliveries: [failed], lastDetails: new Map([['d-1', 'CERT_HAS_EXPIRED']]) }));
    expect(found).toMatchObject({ severity: 'waiting', at: minutes(10), deliveryId: 'd-1' });
    expect(found?.meaning).toBe(
      'onDelivered is on its way. The next attempt is planned. Not before 2026-03-29T12:10:00Z. 2 attempts have failed, the last one with `tls`: Your certificate, or an intermediate of it, has expired.',
    );
    expect(found?.toDo).toContain('Renew it');
  });
});

describe('an event without a delivery', () => {
  it.each<[string, Partial<Story>, string]>([
    ['no receiver', { receivers: [] }, 'no_receiver'],
    ['created later', { receivers: [{ ...receiver, createdAt: minutes(-59) }] }, 'created_later'],
    ['paused', { receivers: [{ ...receiver, enabled: false }] }, 'paused'],
    ['another event', { receivers: [{ ...receiver, events: ['onDelay'] }] }, 'event_filter'],
    ['another client', { receivers: [{ ...receiver, clients: ['Shop-DE'] }] }, 'client_filter'],
    ['deleted before', { receivers: [{ ...receiver, deletedAt: minutes(-61) }] }, 'receiver_deleted'],
    ['paused then, resumed since', { changes: [change(-5, { enabled: false })] }, 'paused'],
    ['filtered then, open since', { changes: [change(-5, { events: ['onDelay'] })] }, 'event_filter'],
    ['open then, paused since', { receivers: [{ ...receiver, enabled: false }], changes: [change(-5, { enabled: true })] }, 'paused'],
    ['paused and resumed before', { changes: [change(-70, { enabled: false }), change(-80, { enabled: true })] }, 'not_fanned_out'],
    ['above its share', { isDeferred: true }, 'deferred'],
    ['not taken up', {}, 'not_fanned_out'],
  ])('%s', (_, parts, code) => {
    expect(codeOf(parts)).toBe(code);
  });

  it('says nothing of deliveries that are no longer kept, nor of a pause that came a day later', () => {
    expect(codeOf({}, { ...event, hasDeliveries: false })).toBe('event_not_kept');
    const old = { ...event, createdAt: minutes(-3 * 24 * 60) };
    const since = { receivers: [{ ...receiver, enabled: false, createdAt: minutes(-9_999) }], changes: [change(-5, { enabled: true })] };
    expect(codeOf(since, old)).toBe('not_fanned_out');
  });
});
