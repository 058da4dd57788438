import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '#libs/config';
import { normaliseTrackingNumber, onlyReferences, parcelIdOf } from '#libs/contracts';
import { connect, createDataSource, databaseSettings, unpackText } from '#libs/persistence';
import { AttemptPartitionsRepository } from '../../apps/webhook-sender/src/partitions/attempt-partitions.repository.js';
import { OverflowRepository } from '../../apps/webhook-sender/src/overflow/overflow.repository.js';
import { parcel, type Parcel } from '../builders/parcel.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf, type OutgoingMessage } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { attemptsIn, deliveryAttempt } from '../builders/delivery-attempt.js';
import { insertOverflow } from '../builders/overflow-rows.js';
import { trackingEvent } from '../builders/tracking-event.js';

/** Occurs in every field that may contain personal data, and nowhere else. */
const PERSON = `Jo-Doe-${randomUUID()}`;
/** Failed deliveries wait for longer than this file runs. */
const bed = useTestBed({ env: { RETRY_DELAY_MS: '600000' } });
let receiver: TestReceiver;
let builder: App;
let tokenApi: App;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  receiver.behave('/echo', { kind: 'answer', body: `thank you, ${PERSON}` });
  receiver.behave('/fails', { kind: 'answer', status: 500, body: PERSON });
  for (const account of [1, 2]) await insertReceiver(bed.database, { account, url: receiver.url('/echo') });
  await insertReceiver(bed.database, { account: 1, url: receiver.url('/fails'), events: ['onCreated'] });
  [builder, tokenApi] = await Promise.all([bed.startApp('event-builder'), bed.startApp('token-api'), bed.startApp('webhook-sender')]);
});

interface Report {
  readonly dryRun: boolean;
  readonly parcels: readonly {
    readonly parcelId: string;
    readonly trackingNumber: string;
    readonly accounts: readonly number[];
    readonly rows: Readonly<Record<string, number>>;
  }[];
  readonly inTopicsUntil: string;
}

const erase = async (...args: string[]): Promise<Report> => JSON.parse(stdoutOf(await bed.runCommand(['erase', ...args]))) as Report;
const byParcel = ({ trackingNumber }: Parcel): string[] => ['--courier', 'acme-express', '--tracking', trackingNumber];

/** Returns a parcel with the person's name in every possible field. */
const personal = (account: number, name: string = PERSON): Parcel => parcel({ account, trackingNumber: `${name}-${randomUUID()}` });

/** Has the length of the person's name, and is that name if the number contains it. */
const nameOf = ({ trackingNumber }: Parcel): string => trackingNumber.slice(0, PERSON.length);

const story = (of: Parcel): { records: OutgoingMessage[]; scans: OutgoingMessage[] } => ({
  records: [of.record({ send_date: '2199-01-01' })],
  scans: [
    of.scan('OutForDelivery', '2026-03-30T08:00:00Z', { location: { text: of.trackingNumber } }),
    of.scan('PickupReadyToday', '2026-03-30T09:00:00Z', { pickup_location: { address: of.trackingNumber } }),
    of.scan('Delivered', '2026-03-30T10:00:00Z', { delivery_information: of.trackingNumber }),
    { ...of.scan('InTransit', '2026-03-30T07:00:00Z', { carrier_code: 'Q9', raw_text: of.trackingNumber, status_hint: undefined }) },
    { ...of.scan('InTransit', '2026-03-30T07:30:00Z', { raw_text: `Signed ${nameOf(of)}, ${of.trackingNumber}`, status_hint: undefined }) },
  ],
});

async function tell(of: Parcel): Promise<void> {
  const { records, scans } = story(of);
  await bed.publish('records', records);
  await bed.publish('scans', scans);
  await taken();
}

/** Waits until everything published so far is processed, except for held retries. */
async function taken(): Promise<void> {
  const hops = [
    ['event-builder', 'records'],
    ['event-builder', 'scans'],
    ['webhook-sender.events', 'events'],
    ['webhook-sender.attempts', 'delivery-attempts'],
  ] as const;
  for (const [group, topic] of hops) {
    await waitFor(async () => (await lagOf(bed.topicPrefix + group, bed.topicPrefix + topic)) === 0, { what: topic });
  }
}

/** Returns the tables with a row that contains the text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await bed.database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await bed.database.query(
      `SELECT 1 FROM ${name} AS found WHERE upper(found::text) LIKE ANY(ARRAY[upper($1), upper($2)]) LIMIT 1`,
      [
        `%${text}%`,
        `%${Buffer.from(text).toString('hex')}%`, // Matches columns of type bytea.
      ],
    );
    if (rows.length > 0 || (await packedOf(name)).some((packed) => packed.toUpperCase().includes(text.toUpperCase()))) found.push(name);
  }
  return found;
}

/** Returns the content of a table's packed column. */
async function packedOf(table: string): Promise<string[]> {
  const column = { event: 'payload', consignment: 'state' }[table];
  if (column === undefined) return [];
  const rows = await bed.database.query<{ packed: Buffer }>(`SELECT ${column} AS packed FROM ${table}`);
  return rows.map(({ packed }) => unpackText(packed));
}

const count = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await bed.database.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values))[0]?.count);
const consignmentIdOf = async ({ trackingNumber }: Parcel, account: number): Promise<string> => {
  const [row] = await bed.database.query<{ id: string }>(
    'SELECT consignment_id AS id FROM consignment WHERE tracking_number = $1 AND account_id = $2',
    [trackingNumber.toUpperCase(), account],
  );
  return row?.id ?? '';
};
const postsAbout = ({ trackingNumber }: Parcel): number =>
  receiver.requests().filter(({ body }) => body.toString().includes(trackingNumber)).length;

const ALL = [
  'consignment',
  'delivery_attempt',
  'delivery_overflow',
  'event',
  'internal_delay_due',
  'scan',
  'unmapped_code',
  'unmapped_text',
];

describe('erase', () => {
  const gone = personal(1);
  const stays = parcel({ account: 1 });
  let consignmentId = '';

  it('lists with --dry-run what it would remove, and changes nothing', async () => {
    await tell(stays);
    await tell(gone);
    consignmentId = await consignmentIdOf(gone, 1);
    const waiting = deliveryAttempt(trackingEvent({ account: 1, consignmentId }), randomUUID(), {
      references: onlyReferences({ client: PERSON }),
      body: Buffer.from(PERSON),
    });
    await insertOverflow(bed.database, [waiting], { keptForMs: 4 * 60_000 });
    await waitFor(() =>
      count('delivery_attempt WHERE answer IS NOT NULL AND delivery_id IN (SELECT delivery_id FROM delivery WHERE consignment_id = $1)', [
        consignmentId,
      ]).then((n) => n >= 4),
    );
    expect(await tablesWith(PERSON)).toEqual(ALL);
    const { dryRun, parcels, inTopicsUntil } = await erase(...byParcel(gone), '--dry-run');
    expect(dryRun).toBe(true);
    expect(Date.parse(inTopicsUntil) - Date.now()).toBeGreaterThan(7 * 24 * 60 * 60 * 1000);
    expect(parcels).toMatchObject([{ accounts: [1] }]);
    expect(parcels[0]?.rows).toMatchObject({
      deliveriesCancelled: 1,
      waitingAttemptsCleared: 1,
      codeSamplesCleared: 1,
      unmappedTexts: 1,
      scans: 5,
      watches: 1,
      consignments: 1,
    });
    expect(await tablesWith(PERSON)).toEqual(ALL);
  });

  it('erases everything but ids of this parcel, and nothing of another parcel; a second run finds nothing', async () => {
    const before = await bed.database.query('SELECT * FROM event WHERE consignment_id = $1 ORDER BY eventid', [
      await consignmentIdOf(stays, 1),
    ]);
    await erase(...byParcel(gone));
    expect(await tablesWith(gone.trackingNumber)).toEqual([]);
    expect(await bed.database.query('SELECT octet_length(body) AS bytes, reference_values FROM delivery_overflow')).toEqual([
      { bytes: 0, reference_values: {} },
    ]);
    await bed.database.query('UPDATE delivery_overflow SET not_before = NULL');
    expect(await tablesWith(PERSON)).toEqual(['delivery_attempt']); // Of the other parcel: this receiver thanks the same person each time.
    expect(
      await count(
        `delivery_attempt WHERE num_nonnulls(answer, body_sha256, url, request_headers) > 0
         AND delivery_id IN (SELECT delivery_id FROM delivery WHERE consignment_id = $1)`,
        [consignmentId],
      ),
    ).toBe(0);
    expect(await count(`delivery WHERE consignment_id = $1 AND status = 'cancelled'`, [consignmentId])).toBe(1);
    expect(await count(`delivery WHERE consignment_id = $1 AND status = 'delivered'`, [consignmentId])).toBeGreaterThan(3);
    expect(
      await bed.database.query('SELECT * FROM event WHERE consignment_id = $1 ORDER BY eventid', [await consignmentIdOf(stays, 1)]),
    ).toEqual(before);
    expect(await count('scan WHERE tracking_number = $1', [stays.trackingNumber.toUpperCase()])).toBe(5);

    const audit = (): Promise<unknown> =>
      bed.database.query(
        'SELECT account_id::int AS account, action, subject_id AS subject, by_command AS by FROM audit_log ORDER BY 1 DESC',
      );
    const parcelId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const entries = [
      { account: 1, action: 'consignment.erased', subject: consignmentId, by: 'erase' },
      { account: 0, action: 'parcel.erased', subject: parcelId, by: 'erase' },
    ];
    expect(await audit()).toEqual(entries);
    expect((await erase(...byParcel(gone))).parcels).toMatchObject([{ accounts: [1], rows: {} }]);
    expect(await audit()).toEqual(entries);
  });

  it('discards later messages: replayed records, scans, events and attempts, and new scans of the parcel on its way', async () => {
    const { records, scans } = story(gone);
    const posts = postsAbout(gone);
    const ofGone = ({ value }: { value: Buffer | null }): boolean => value?.toString().includes(gone.trackingNumber) ?? false;
    const events = (await bed.readTopic('events')).filter(ofGone);
    const retries = (await bed.readTopic('delivery-retries')).filter(ofGone);
    expect([events.length, retries.length]).toEqual([expect.any(Number), 1]);
    await bed.publish('records', [...records, gone.record({ transfer_id: 'again' })]);
    await bed.publish('scans', [...scans, gone.scan('Return', '2026-03-31T08:00:00Z')]);
    await bed.publish(
      'events',
      events.map(({ key, value, headers }) => ({ key: key ?? '', value, headers })),
    );
    await bed.publish(
      'delivery-attempts',
      retries.map(({ key, value, headers }) => ({ key: key ?? '', value, headers })),
    );
    await taken();
    expect(await tablesWith(gone.trackingNumber)).toEqual([]);
    expect(postsAbout(gone)).toBe(posts);
    expect(await builder.metric('erased_messages_total')).toBe(8);
    expect(await bed.readTopic('delivery-attempts.dlq')).toEqual([]);
  });

  it('erases data that was in memory meanwhile and is stored afterwards', async () => {
    const dataSource = await connect(createDataSource(readConfig(databaseSettings, bed.env), 'erase-test'));
    const [retry] = (await bed.readTopic('delivery-retries')).filter(({ value }) => value?.toString().includes(gone.trackingNumber));
    const [attempt] = attemptsIn(retry ? [retry] : []);
    if (!attempt) throw new Error('the held retry of the erased parcel is missing');
    const partitions = new AttemptPartitionsRepository(dataSource);
    const epoch = (await partitions.claim([9_000])).get(9_000)!;
    const owned = { partition: 9_000, epoch };
    await new OverflowRepository(dataSource, partitions).insert([{ attempt, traceparent: undefined, keptForMs: undefined, owned }]);
    await dataSource.destroy();
    expect(await tablesWith(gone.trackingNumber)).toEqual([]);
    await waitFor(async () => (await count('delivery_overflow')) === 0, { what: 'its row to go without a POST' });
    expect(await bed.readTopic('delivery-attempts.dlq')).toEqual([]);
  });

  it('refuses to send the parcel’s events again, and says why', async () => {
    const { user, token } = await bed.createAccountAndToken({ user: 1, scope: 'write' });
    const [delivery] = await bed.database.query<{ id: string }>(
      `SELECT delivery_id AS id FROM delivery WHERE consignment_id = $1 AND status = 'delivered' LIMIT 1`,
      [consignmentId],
    );
    const answer = await api(tokenApi.url, { user, token }).post<unknown>(`/deliveries/${delivery?.id}/redeliver`);
    expect(answer.status).toBe(409);
    expect(answer.data).toMatchObject({ errors: [{ code: 'conflict', detail: expect.stringContaining('erased on request') }] });
  });

  it('lets another parcel use the number after ninety days, as a new generation', async () => {
    await bed.database.query(`UPDATE erased_parcel SET erased_at = erased_at - interval '200 days'`);
    const now = new Date().toISOString();
    await bed.publish('records', [gone.record({ transfer_id: 'another parcel', occurred_at: now })]);
    await bed.publish('scans', [gone.scan('InTransit', now)]);
    await taken();
    expect(
      await bed.database.query('SELECT generation FROM consignment WHERE tracking_number = $1', [gone.trackingNumber.toUpperCase()]),
    ).toEqual([{ generation: 2 }]);
    expect(await consignmentIdOf(gone, 1)).not.toBe(consignmentId);
  });
});

describe('erase for one account', () => {
  it('keeps the data and the scans of another account that has the same parcel', async () => {
    const shared = personal(1);
    const ofOther = parcel({ account: 2, trackingNumber: shared.trackingNumber });
    await tell(shared);
    await bed.publish('records', [ofOther.record({ transfer_id: 'other' })]);
    await taken();
    const { parcels } = await erase(...byParcel(shared), '--user', '1');
    expect(parcels).toMatchObject([{ accounts: [1], rows: { consignments: 1 } }]);
    await bed.publish('scans', [shared.scan('Return', '2026-03-31T08:00:00Z')]);
    await taken();
    expect(await count('scan WHERE tracking_number = $1', [shared.trackingNumber.toUpperCase()])).toBe(6);
    const told = await bed.database.query(
      `SELECT event.account_id::int AS account FROM event JOIN consignment USING (consignment_id) WHERE event = 'onReturn' AND tracking_number = $1`,
      [normaliseTrackingNumber(shared.trackingNumber)],
    );
    expect(told).toEqual([{ account: 2 }]);

    const own = (account: number): OutgoingMessage =>
      shared.scan('Exception', '2026-03-31T09:00:00Z', { account, scan_id: `own/${account}` });
    await bed.publish('scans', [own(1), own(3)]);
    await taken();
    const parked = await bed.database.query('SELECT scan_id FROM orphan_scan WHERE tracking_number = $1', [
      shared.trackingNumber.toUpperCase(),
    ]);
    expect(parked).toEqual([{ scan_id: 'account:3:own/3' }]);
  });

  it('erases all parcels of an order, by its present or an earlier number', async () => {
    const [first, second] = [personal(1), personal(1)];
    const order = `O-${randomUUID()}`;
    const ordered = (of: Parcel, orderNo: string, transfer: string): OutgoingMessage => {
      const message = of.record({ transfer_id: transfer });
      const value = message.value as { references: object };
      return { ...message, value: { ...value, occurred_at: transfer, references: { ...value.references, orderNo } } };
    };
    await bed.publish('records', [ordered(first, order, '2026-03-27T08:00:00Z'), ordered(second, order, '2026-03-27T08:00:00Z')]);
    await bed.publish('records', [ordered(second, 'corrected', '2026-03-27T09:00:00Z')]);
    await taken();
    await expect(erase('--user', '2', '--order', order)).rejects.toThrow('no parcel of this order');
    await expect(erase('--user', '1', '--order', order, '--client', 'another-shop')).rejects.toThrow('no parcel of this order');
    const { parcels } = await erase('--user', '1', '--order', order, '--client', 'shop-de');
    expect(parcels.map(({ trackingNumber }) => trackingNumber).toSorted()).toEqual(
      [first, second].map(({ trackingNumber }) => trackingNumber.toUpperCase()).toSorted(),
    );
    expect(await tablesWith(order)).toEqual([]);
    expect(await tablesWith(second.trackingNumber)).toEqual([]);
  });
});

describe('erase of a parcel without a consignment', () => {
  it('deletes orphan scans, refuses an unknown parcel, and with --ahead discards its later messages', async () => {
    const parked = personal(1);
    await bed.publish('scans', [parked.scan('InTransit', '2026-03-30T08:00:00Z')]);
    await taken();
    expect((await erase(...byParcel(parked))).parcels).toMatchObject([{ accounts: [], rows: { orphanScans: 1 } }]);
    const unknown = personal(1);
    await expect(erase(...byParcel(unknown))).rejects.toThrow('Nothing is known about this parcel');
    await erase(...byParcel(unknown), '--ahead');
    for (const each of [parked, unknown]) await tell(each);
    expect(await tablesWith(unknown.trackingNumber)).toEqual([]);
    expect(await tablesWith(parked.trackingNumber)).toEqual([]);
  });

  it('deletes the note of a dead letter, and no note of another parcel', async () => {
    const refused = personal(1);
    const timeless = (): OutgoingMessage => refused.scan('InTransit', 'yesterday');
    const noted = () => count('dead_letter WHERE tracking_number = $1', [refused.trackingNumber.toUpperCase()]);
    await bed.publish('scans', [timeless()]);
    await taken();
    expect(await noted()).toBe(1);
    expect((await erase(...byParcel(refused))).parcels).toMatchObject([{ rows: { deadLetters: 1 } }]);
    await bed.publish('scans', [timeless()]);
    await taken();
    expect(await noted()).toBe(0);
  });

  it('with --ahead discards one parcel: a parcel months later with the same number gets its events', async () => {
    const later = personal(1);
    await erase(...byParcel(later), '--ahead');
    await bed.database.query(`UPDATE erased_parcel SET erased_at = '2025-06-01' WHERE parcel_id = $1`, [
      parcelIdOf({ courier: 'acme-express', trackingNumber: later.trackingNumber.toUpperCase() }),
    ]);
    await tell(later);
    expect(await tablesWith(later.trackingNumber)).toEqual(expect.arrayContaining(['consignment', 'event']));
    await waitFor(() => postsAbout(later) > 0, { what: 'its webhooks' });
  });
});
