// The limit of event-builder: writes the rows and messages of a decided lot again, without deciding anything.
import { Kafka, logLevel } from 'kafkajs';
import { type DatabaseError, Pool, type PoolClient } from 'pg';
import { TOPICS, type WebhookPayload } from '#libs/contracts';
import { unpackJson } from '#libs/persistence';
import { toMessage as toEventMessage } from './bench-events.js';
import type { BenchStack } from './bench-stack.js';

/** Transactions and sends in flight: more than event-builder has, and more than two cores need. */
const AT_ONCE = 4;
const DEADLOCK_DETECTED = '40P01';

/** The content of one transaction of event-builder. */
export interface BareBatch {
  readonly consignments: readonly object[];
  readonly scans: readonly object[];
  readonly events: readonly object[];
  readonly messages: readonly { readonly key: string; readonly value: string; readonly headers: Record<string, string> }[];
}

interface BatchRow {
  readonly batch: string;
  readonly rows: readonly Record<string, unknown>[];
}

/** Returns another id of the same size: changing its first digit keeps order and length. */
const OTHER_ID = (column: string): string =>
  `(translate(left(${column}::text, 1), '0123456789abcdef', '89abcdef01234567') || substr(${column}::text, 2))`;

const SCANS_BY_TRANSACTION = `
  SELECT xmin::text AS batch, json_agg(json_build_object('courier', courier, 'tracking_number', '~' || tracking_number, 'scan_id', scan_id,
    'occurred_at', occurred_at, 'scan', scan, 'created_at', created_at)) AS rows
  FROM scan WHERE tracking_number LIKE $1 || '-%' GROUP BY 1 ORDER BY min(created_at), 1`;

const EVENTS_BY_TRANSACTION = `
  SELECT event.xmin::text AS batch, json_agg(json_build_object('eventid', ${OTHER_ID('eventid')}, 'account_id', event.account_id,
    'consignment_id', ${OTHER_ID('consignment_id')}, 'event', event, 'happened_at', happened_at, 'order_crc', order_crc, 'client', event.client, 'payload', payload, 'created_at', event.created_at)) AS rows
  FROM event JOIN consignment USING (consignment_id) WHERE tracking_number LIKE $1 || '-%' GROUP BY 1`;

const COPY_CONSIGNMENTS = `
  INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, is_current, order_no, client, status, state)
  SELECT ${OTHER_ID('consignment_id')}::uuid, account_id, courier, '~' || tracking_number, generation, is_current, order_no, client, status, state
  FROM consignment WHERE tracking_number LIKE $1 || '-%'
  RETURNING consignment_id, courier, tracking_number, state::text AS state`;

interface ConsignmentRow {
  readonly consignment_id: string;
  readonly courier: string;
  readonly tracking_number: string;
  /** In the form `\x…`. */
  readonly state: string;
}

/**
 * Reads what event-builder wrote for a lot, transaction by transaction, and inserts copies of the consignments that the bare writer will
 * update.
 */
export async function bareBatchesOf({ database }: BenchStack, lotName: string): Promise<BareBatch[]> {
  const { rows: copies } = await database.query<ConsignmentRow>(COPY_CONSIGNMENTS, [lotName]);
  const consignments = new Map(copies.map((row) => [`${row.courier}:${row.tracking_number}`, row]));
  const { rows: scanBatches } = await database.query<BatchRow>(SCANS_BY_TRANSACTION, [lotName]);
  const { rows: eventBatches } = await database.query<BatchRow>(EVENTS_BY_TRANSACTION, [lotName]);
  const eventsOf = new Map(eventBatches.map(({ batch, rows }) => [batch, rows]));
  return scanBatches.map(({ batch, rows: scans }) => {
    const parcels = new Set(scans.map((scan) => `${String(scan['courier'])}:${String(scan['tracking_number'])}`));
    const events = eventsOf.get(batch) ?? [];
    return {
      consignments: inOrder([...parcels].map((parcel) => consignments.get(parcel)!)),
      scans,
      events,
      messages: events.map(toMessage),
    };
  });
}

/** Sorts consignments, so that transactions with common consignments lock them in the same order and cannot deadlock. */
const inOrder = (consignments: readonly ConsignmentRow[]): ConsignmentRow[] =>
  consignments.toSorted((a, b) => (a.consignment_id < b.consignment_id ? -1 : 1));

function toMessage(event: Readonly<Record<string, unknown>>): { key: string; value: string; headers: Record<string, string> } {
  const payload = unpackJson<WebhookPayload>(Buffer.from(String(event['payload']).slice(2), 'hex'));
  const consignmentId = String(event['consignment_id']);
  const told = { account: Number(event['account_id']), consignmentId, createdAtMs: Date.parse(String(event['created_at'])), payload };
  return { key: consignmentId, ...toEventMessage(told, {}) };
}

const UPDATE_CONSIGNMENTS = `
  UPDATE consignment SET state = row.state, updated_at = now()
  FROM jsonb_to_recordset($1::jsonb) AS row(consignment_id uuid, state bytea) WHERE consignment.consignment_id = row.consignment_id`;

const INSERT_SCANS = `
  INSERT INTO scan (courier, tracking_number, scan_id, occurred_at, scan, created_at)
  SELECT courier, tracking_number, scan_id, occurred_at, scan, created_at
  FROM jsonb_to_recordset($1::jsonb) AS row(
    courier text, tracking_number text, scan_id text, occurred_at timestamptz, scan json, created_at timestamptz)`;

const INSERT_EVENTS = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  SELECT eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at
  FROM jsonb_to_recordset($1::jsonb) AS row(
    eventid uuid, account_id bigint, consignment_id uuid, event text, happened_at timestamptz, order_crc integer, client text, payload bytea,
    created_at timestamptz)`;

/**
 * Writes rows and messages side by side.
 * @returns ms until the last row is committed and the last message acknowledged
 */
export async function writeBare({ databaseUrl, brokers, topicPrefix }: BenchStack, batches: readonly BareBatch[]): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: AT_ONCE });
  const producer = new Kafka({ clientId: 'bench-bare', brokers, logLevel: logLevel.NOTHING }).producer();
  await Promise.all([producer.connect(), ...Array.from({ length: AT_ONCE }, () => pool.query('SELECT 1'))]);
  const send = async ({ messages }: BareBatch): Promise<void> => {
    if (messages.length > 0) await producer.send({ topic: topicPrefix + TOPICS.events.name, acks: -1, messages: [...messages] });
  };
  try {
    const startedMs = performance.now();
    await untilAllEnded([...forAll(batches, (batch) => writeRows(pool, batch)), ...forAll(batches, send)]);
    return performance.now() - startedMs;
  } finally {
    await Promise.all([producer.disconnect(), pool.end()]);
  }
}

/** Tries again after a deadlock. Sorted rows make deadlocks unlikely, but the query plan decides the order of the locks. */
async function writeRows(pool: Pool, batch: BareBatch): Promise<void> {
  const client = await pool.connect();
  try {
    while (!(await couldWrite(client, batch)));
  } finally {
    client.release();
  }
}

/** @returns false after a deadlock; then nothing is written */
async function couldWrite(client: PoolClient, { consignments, scans, events }: BareBatch): Promise<boolean> {
  try {
    await client.query('BEGIN');
    await client.query(UPDATE_CONSIGNMENTS, [JSON.stringify(consignments)]);
    await client.query(INSERT_SCANS, [JSON.stringify(scans)]);
    if (events.length > 0) await client.query(INSERT_EVENTS, [JSON.stringify(events)]);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if ((error as DatabaseError).code !== DEADLOCK_DETECTED) throw error;
    return false;
  }
}

function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void>[] {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  return Array.from({ length: AT_ONCE }, worker);
}

/**
 * Waits for all workers even when one fails: a worker with an open connection would otherwise report the end of the database as the error.
 * @throws the first failure
 */
async function untilAllEnded(workers: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
