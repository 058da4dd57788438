import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { nextSteps } from './next-step.js';
import {
  byName,
  entriesOf,
  failingReceivers,
  type Finding,
  isReceivedLater,
  looseFindings,
  severityOfEntry,
  statusOf,
} from './parcel-entries.js';

const finding = (changes: Partial<Finding>): Finding => ({
  code: 'delivered',
  severity: 'info',
  meaning: 'It was delivered.',
  toDo: 'Nothing.',
  at: null,
  scan_id: null,
  eventid: null,
  receiverId: null,
  deliveryId: null,
  ...changes,
});

const scan = (scan_id: string, occurred_at: string): Schemas['ConsignmentScan'] => ({
  scan_id,
  occurred_at,
  carrier_code: null,
  carrier_sub_code: null,
  raw_text: scan_id,
  location: '',
  status_hint: null,
  readAs: 'InTransit',
  readBy: { layer: 'shipped', rule: null, ruleSet: 'set-1' },
  isLate: false,
  waitedForRecord: false,
  receivedAt: '2026-03-02T12:00:00.000Z',
});

const event = (eventid: string, name: Schemas['Event']['event'], timestamp: string): Schemas['ConsignmentEvent'] => ({
  eventid,
  event: name,
  timestamp,
  createdAt: timestamp,
});

const explained = (
  { eventid, event: name, timestamp, createdAt }: Schemas['ConsignmentEvent'],
  cause: Pick<Schemas['EventCause'], 'kind' | 'scan_id'>,
  receivers: Finding[] = [],
): Schemas['ExplainedEvent'] => ({ eventid, event: name, timestamp, createdAt, cause: { ...cause, meaning: '' }, receivers });

const delivery = (changes: Partial<Schemas['Delivery']>): Schemas['Delivery'] =>
  ({ deliveryId: 'd', eventid: 'e', receiverId: 'r', status: 'delivered', ...changes }) as Schemas['Delivery'];

const created = event('created', 'onCreated', '2026-03-01T08:00:00.000Z');
const dispatched = event('dispatched', 'onDispatch', '2026-03-02T08:00:00.000Z');
const scheduled = event('scheduled', 'onScheduled', '2026-03-02T08:00:00.000Z');

function lineOf(changes: { events?: Schemas['ExplainedEvent'][]; notable?: Finding[]; deliveries?: Schemas['Delivery'][] }) {
  const parcel = {
    scans: [scan('second', '2026-03-03T08:00:00Z'), scan('first', '2026-03-02T08:00:00Z')],
    events: [scheduled, dispatched, created],
  } as unknown as Schemas['Consignment'];
  const explanation = { events: changes.events ?? [], notable: changes.notable ?? [] } as unknown as Schemas['Explanation'];
  return entriesOf({ parcel, explanation, deliveries: changes.deliveries ?? [], shopperTexts: new Map() });
}

const byRecord = { kind: 'record', scan_id: null } as const;
const byScan = { kind: 'scan', scan_id: 'first' } as const;
const allExplained = [explained(scheduled, byScan), explained(dispatched, byScan), explained(created, byRecord)];

describe('the timeline of a parcel', () => {
  it('begins with the oldest, and shows each event at its cause', () => {
    const line = lineOf({ events: allExplained });
    expect(line.map(({ kind, key, events }) => [kind, key, events.map(({ event: name }) => name)])).toEqual([
      ['record', 'event created', ['onCreated']],
      ['scan', 'scan first', ['onDispatch', 'onScheduled']],
      ['scan', 'scan second', []],
    ]);
  });

  it('shows an event without a known cause at its own time', () => {
    expect(lineOf({}).map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown', 'scan', 'scan']);
  });

  it('joins explanation and delivery of each receiver, sorted by name, and sets unsubscribed receivers apart', () => {
    const receivers = [
      finding({ receiverId: 'filtered', code: 'event_filter' }),
      finding({ receiverId: 'good' }),
      finding({ receiverId: 'bad', code: 'exhausted', severity: 'problem' }),
    ];
    const deliveries = [
      delivery({ eventid: 'created', receiverId: 'good' }),
      delivery({ eventid: 'created', receiverId: 'bad', status: 'exhausted' }),
      delivery({ eventid: 'created', receiverId: 'far', status: 'pending' }),
    ];
    const [first] = lineOf({ events: [explained(created, byRecord, receivers)], deliveries });
    const shown = byName(first!.events[0]!.receivers, (receiverId) => receiverId);
    expect(shown.receivers.map(({ receiverId, delivery: made }) => [receiverId, made?.status])).toEqual([
      ['bad', 'exhausted'],
      ['far', 'pending'],
      ['good', 'delivered'],
    ]);
    expect(shown.unwanted.map(({ receiverId }) => receiverId)).toEqual(['filtered']);
    expect(severityOfEntry(first!)).toBe('problem');
  });

  it('names the receivers at which webhooks fail or have failed, and the events that they lack', () => {
    const pending = { status: 'pending', eventid: 'created' } as const;
    const line = lineOf({
      events: [
        explained(created, byRecord, [
          finding({ receiverId: 'unloaded', code: 'pending_retry', severity: 'waiting', deliveryId: 'u' }),
          finding({ receiverId: 'gone', code: 'disabled', severity: 'problem' }),
          finding({ receiverId: 'later', code: 'created_later', severity: 'problem' }),
        ]),
        explained(dispatched, byScan),
      ],
      deliveries: [
        delivery({ ...pending, receiverId: 'bad', attempts: 4 }),
        delivery({ ...pending, receiverId: 'worse', attempts: 3 }),
        delivery({ ...pending, receiverId: 'worse', eventid: 'dispatched', attempts: 11 }),
        delivery({ ...pending, receiverId: 'calm', attempts: 0 }),
        delivery({ receiverId: 'ended', eventid: 'created', status: 'exhausted', attempts: 16 }),
        delivery({ receiverId: 'good', eventid: 'created' }),
      ],
    });
    expect(failingReceivers(line).map(({ receiverId, events, delivery: worst }) => [receiverId, events, worst?.attempts])).toEqual([
      ['ended', ['onCreated'], 16],
      ['worse', ['onCreated', 'onDispatch'], 11],
      ['bad', ['onCreated'], 4],
      ['unloaded', ['onCreated'], undefined],
      ['gone', ['onCreated'], undefined],
    ]);
    expect(failingReceivers(line).filter(({ isDisabled }) => isDisabled)).toMatchObject([{ receiverId: 'gone' }]);
    expect(severityOfEntry(line[0]!)).toBe('problem');
  });

  it.each([
    ['delivered', 'd', 'delivered'],
    ['expired', 'd', 'expired'],
    ['pending_retry', 'd', 'pending'],
    ['switched_off', 'd', 'pending'],
    ['switched_off', null, undefined],
  ] as const)('knows the state of a delivery that is not loaded: %s, deliveryId %s', (code, deliveryId, status) => {
    expect(statusOf({ receiverId: 'r', finding: finding({ code, deliveryId }), delivery: null })).toBe(status);
  });

  it('shows a finding at its scan, and any other finding above the timeline', () => {
    const unmapped = finding({ code: 'unmapped', severity: 'problem', scan_id: 'second', meaning: 'No rule.' });
    const parked = finding({ code: 'record_dead_letter', severity: 'problem', meaning: 'A record is a dead letter.' });
    const line = lineOf({ events: allExplained, notable: [unmapped, parked] });
    expect(line.at(-1)!.findings).toEqual([unmapped]);
    const explanation = { verdict: unmapped, notable: [unmapped, parked] } as unknown as Schemas['Explanation'];
    expect(looseFindings(explanation, line)).toEqual([parked]);
  });

  it('marks an entry that became known much later than it happened', () => {
    expect(lineOf({ events: allExplained }).map(isReceivedLater)).toEqual([false, true, true]);
  });
});

describe('the next step of a finding', () => {
  it('recovers the events since the missed event', () => {
    const missed = finding({ code: 'created_later', receiverId: 'r', severity: 'problem', at: '2026-03-01T08:00:00.000Z' });
    expect(nextSteps(missed)).toEqual([{ kind: 'recover', receiverId: 'r', from: '2026-03-01T08:00:00.000Z' }]);
  });

  it.each([
    [{ code: 'exhausted', deliveryId: 'd', receiverId: 'r' } as const, ['delivery']],
    [{ code: 'switched_off', receiverId: 'r', severity: 'problem' } as const, ['receiver', 'recover']],
    [{ code: 'disabled', receiverId: 'r', severity: 'problem' } as const, ['receiver', 'recover']],
    [{ code: 'created_later', receiverId: 'r', severity: 'problem' } as const, ['recover']],
    [{ code: 'not_fanned_out', receiverId: 'r', severity: 'waiting' } as const, []],
    [{ code: 'no_receiver', severity: 'problem' } as const, ['create']],
    [{ code: 'no_record' } as const, []],
  ])('%o: %j', (changes, kinds) => {
    expect(nextSteps(finding(changes)).map(({ kind }) => kind)).toEqual(kinds);
  });
});
