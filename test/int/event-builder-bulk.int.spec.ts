import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeCarrierFiles } from '../builders/carrier-files.js';
import { Dice } from '../builders/dice.js';
import { type Parcel, parcel } from '../builders/parcel.js';
import type { RecordMessage, ScanMessage } from '../builders/wire-messages.js';
import type { App } from '../support/app.js';
import { SimpleModel } from '../support/simple-model.js';
import { type ModelEvent, toComparable } from '../support/simple-model-event.js';
import { StatementCounter } from '../support/statement-counter.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type TestBed, useTestBed } from '../support/test-bed.js';
import { lagOf, type OutgoingMessage } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

/** Batches: their cost, the effect of one bad message, and two members and the overdue job that work on the same parcels. */

const carrierSettings = writeCarrierFiles(temporaryFolder());
const AN_HOUR_MS = '3600000';
/** Longer than the tests take: the metrics' own statements are not part of a batch. */
const TEN_MINUTES_MS = '600000';
const MOST_STATEMENTS = 12;

const taken = async ({ topicPrefix }: TestBed, topic: string): Promise<boolean> =>
  (await lagOf(`${topicPrefix}event-builder`, topicPrefix + topic)) === 0;

describe('a batch', () => {
  const bed = useTestBed({
    partitions: 1,
    env: { ...carrierSettings, OVERDUE_POLL_MS: AN_HOUR_MS, METRICS_POLL_MS: TEN_MINUTES_MS, LOG_LEVEL: 'warn' },
  });
  let counter: StatementCounter;
  let app: App;

  beforeAll(async () => {
    counter = await StatementCounter.before(bed.database.url);
    app = await bed.startApp('event-builder', { DATABASE_URL: counter.url });
    // The metrics ask the database once at the start; their statement is not part of a batch.
    await waitFor(async () => (await app.metric('database_up')) === 1, { what: 'the first statement of the metrics' });
  });
  afterAll(() => counter.close());

  const batchesOf = async (topic: string): Promise<number> => (await app.metric('kafka_batch_seconds_count', { topic })) ?? 0;

  /** Returns the statements of one batch of these messages, and checks that they came as one batch. */
  async function statementsFor(topic: string, messages: readonly OutgoingMessage[]): Promise<string[]> {
    const before = await batchesOf(topic);
    counter.take();
    await bed.publish(topic, messages);
    await waitFor(() => taken(bed, topic), { what: 'the batch to be processed' });
    expect((await batchesOf(topic)) - before).toBe(1);
    return counter.take();
  }

  let serial = 0;
  const parcels = (count: number, courier = 'alpha'): Parcel[] =>
    Array.from({ length: count }, () => parcel({ account: 1 + (serial % 3), courier, trackingNumber: `BULK-${++serial}` }));
  const records = (of: readonly Parcel[], changes = {}): OutgoingMessage[] => of.map((each) => each.record(changes));
  const scans = (of: readonly Parcel[], status: string, changes = {}): OutgoingMessage[] =>
    of.map((each) => each.scan(status, '2026-03-28T10:00:00Z', changes));

  it.each<[string, (count: number) => Promise<[string, OutgoingMessage[]]>]>([
    ['records that open a consignment', async (count) => ['records', records(parcels(count), { send_date: '2026-03-27' })]],
    ['scans of unknown parcels', async (count) => ['scans', scans(parcels(count), 'InTransit')]],
    [
      'records that scans have waited for',
      async (count) => {
        const waiting = parcels(count);
        await statementsFor('scans', scans(waiting, 'OutForDelivery'));
        return ['records', records(waiting)];
      },
    ],
    [
      'scans that have events',
      async (count) => {
        const known = parcels(count);
        await statementsFor('records', records(known));
        return ['scans', scans(known, 'Delivered', { eta: { start_date: '2026-03-28' } })];
      },
    ],
    [
      'scans that no mapping knows',
      async (count) => {
        const known = parcels(count);
        await statementsFor('records', records(known));
        return [
          'scans',
          known.map((each) => each.scan('', '2026-03-28T10:00:00Z', { status_hint: undefined, carrier_code: `?${serial++}` })),
        ];
      },
    ],
    ['scans that cannot be read', async (count) => ['scans', Array.from({ length: count }, () => ({ key: 'alpha:X', value: '{' }))]],
  ])('of %s needs the same number of statements for 1, 50 or 250 messages', async (_, make) => {
    const costs: string[][] = [];
    for (const count of [1, 50, 250]) costs.push(await statementsFor(...(await make(count))));
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[2]).toEqual(costs[0]);
    expect(costs[0]?.length).toBeLessThanOrEqual(MOST_STATEMENTS);
  });

  it('with one bad message, one unknown parcel and two scans of one parcel gives the other parcels their events in order', async () => {
    const known = parcels(100);
    const [first] = known;
    const [unknown] = parcels(1);
    await statementsFor('records', records(known));
    const messages = scans(known, 'FailedAttempt');
    messages.splice(50, 0, { key: 'alpha:BAD', value: '{"schema":"scan/1"' }, unknown!.scan('InTransit', '2026-03-28T10:00:00Z'));
    messages.push(first!.scan('Delivered', '2026-03-28T11:00:00Z'));
    const cost = await statementsFor('scans', messages);

    expect(cost.length).toBeLessThanOrEqual(MOST_STATEMENTS);
    const events = eventsIn(await bed.readTopic('events'));
    const named = (each: Parcel): string[] =>
      events.filter(({ payload }) => payload.references.tracking_number === each.trackingNumber).map(({ payload }) => payload.event);
    expect(named(first!)).toEqual(['onCreated', 'onDispatch', 'onFailedAttempt', 'onDelivered']);
    for (const each of known.slice(1)) expect(named(each)).toEqual(['onCreated', 'onDispatch', 'onFailedAttempt']);
    const parked = await bed.database.query(`SELECT 1 FROM orphan_scan WHERE tracking_number = $1`, [unknown!.trackingNumber]);
    expect(parked).toHaveLength(1);
    expect((await bed.readTopic('scans.dlq')).filter(({ key }) => key === 'alpha:BAD')).toHaveLength(1);
  });
});

describe('edge case 14: two members and the overdue job, with parcels whose messages lie on any partition', () => {
  const PARCELS = 300;
  const PARTITIONS = 6;
  const CHUNK = 60;
  const bed = useTestBed({ partitions: PARTITIONS, env: { ...carrierSettings, OVERDUE_POLL_MS: '20', LOG_LEVEL: 'warn' } });

  type Kind = 'shipped' | 'late' | 'overtaken';
  interface Lot {
    readonly kind: Kind;
    readonly records: readonly OutgoingMessage[];
    readonly scans: readonly OutgoingMessage[];
  }

  const KINDS: readonly Kind[] = ['shipped', 'late', 'overtaken'];
  const SCANS: Readonly<Record<Kind, readonly string[]>> = {
    shipped: ['OrderProcessed', 'InboundScan', 'OutForDelivery', 'Delivered'],
    late: ['OrderProcessed', 'Packed', 'Exception', 'Rerouted'],
    overtaken: ['Packed', 'Exception', 'InTransit'],
  };

  /**
   * Makes messages that give the same events in every order. The delay of `overtaken` comes from the job or from its scan, whichever is
   * first.
   */
  function lotOf(dice: Dice, index: number): Lot {
    const kind = KINDS[index % KINDS.length]!;
    const each = parcel({ account: 1 + (index % 5), courier: 'delta', trackingNumber: `SHARED-${index}` });
    const first = each.record({ ...(kind !== 'shipped' && { send_date: '2026-03-26', warehouse_time_zone: 'Europe/Berlin' }) });
    const changed = {
      ...(first.value as RecordMessage),
      transfer_id: `${index}/changed`,
      occurred_at: '2026-03-27T09:00:00Z',
      is_return: false,
    };
    const renamed = { ...changed, references: { ...changed.references, orderNo: 'B' } };
    const another = { ...(first.value as RecordMessage), account: 100, transfer_id: `${index}/another` };
    const partition = dice.int(0, PARTITIONS - 1);
    const records = [first, { ...first, value: renamed }, { ...first, value: another }].map((message) => ({ ...message, partition }));
    const scans = SCANS[kind].map((status, at) => {
      const eta = status === 'Exception' || status === 'OutForDelivery' ? { eta: { start_date: '2026-04-01' } } : {};
      return each.scan(status, `2026-03-2${8 + (at > 1 ? 1 : 0)}T1${at}:00:00Z`, eta);
    });
    const twice = [...scans, dice.pick(scans)];
    return { kind, records, scans: twice.map((message) => ({ ...message, partition: dice.int(0, PARTITIONS - 1) })) };
  }

  const dice = new Dice(20_261_121);
  const lots = Array.from({ length: PARCELS }, (_, index) => lotOf(dice, index));
  /** Returns the facts that do not depend on the order of arrival: the id, the time, and the content of the event's own scan. */
  function lasting({ event, eventid, account, timestamp, fields }: ModelEvent): object {
    const isOfScan = !['onCreated', 'onUpdated', 'onDispatch', 'onInternalDelay'].includes(event);
    const { raw_scan, raw_scan_location, delivery_status, exception_code } = fields;
    return {
      event,
      eventid,
      account,
      ...(event !== 'onDispatch' && { timestamp }),
      ...(isOfScan && { raw_scan, raw_scan_location, delivery_status, exception_code }),
    };
  }

  const sorted = (events: readonly ModelEvent[]): object[] => events.toSorted((a, b) => a.eventid.localeCompare(b.eventid)).map(lasting);

  function expected(): ModelEvent[] {
    const model = new SimpleModel();
    for (const { records } of lots) for (const { value } of records) model.takeRecord(value as RecordMessage);
    for (const { scans } of lots) for (const { value } of scans) model.takeScan(value as ScanMessage);
    model.fireOverdue(Date.now());
    return model.events;
  }

  async function publishAll(): Promise<void> {
    const publishInChunks = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
      for (let start = 0; start < messages.length; start += CHUNK) await bed.publish(topic, messages.slice(start, start + CHUNK));
    };
    const records = lots.flatMap((lot) => lot.records);
    const scans = lots.flatMap((lot) => lot.scans);
    await Promise.all([publishInChunks('records', records), publishInChunks('scans', scans)]);
  }

  const due = `SELECT 1 FROM internal_delay_due WHERE state = 'armed' AND due_at <= now() LIMIT 1`;
  const isSettled = async (): Promise<boolean> =>
    (await taken(bed, 'scans')) && (await taken(bed, 'records')) && (await bed.database.query(due)).length === 0;

  it('publishes exactly the events of the model, each once, without deadlocks', async () => {
    const members = await Promise.all([bed.startApp('event-builder'), bed.startApp('event-builder')]);
    await publishAll();
    await waitFor(isSettled, { what: 'all messages to be processed' });

    const told = eventsIn(await bed.readTopic('events')).map(toComparable);
    expect(sorted(told)).toEqual(sorted(expected()));

    for (const member of members) expect(await member.metric('kafka_messages_processed_total')).toBeGreaterThan(0);
    await Promise.all(members.map((member) => member.stop())); // A backend's counters are certain to be visible once the backend has ended.
    const failures = members
      .flatMap((member) => member.logs())
      .filter(({ event }) => event === 'batch.failed' || event === 'overdue.failed');
    expect(failures).toEqual([]);
    const [row] = await bed.database.query(`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`);
    expect(row).toEqual({ deadlocks: 0 });
  });
});
