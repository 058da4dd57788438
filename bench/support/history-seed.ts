import type { Client } from 'pg';
import { packedInSql } from '#libs/persistence';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** The weeks within a retention of 120 days, including the current week. */
const WEEKS = 17;

/** The rows per parcel. A quarter of the deliveries needed a second attempt. */
const PER_PARCEL = { scans: 6, events: 4, deliveries: 8, attempts: 10 };

export interface HistoryOptions {
  /** Rows of delivery_attempt; all other tables are in proportion. */
  readonly attempts: number;
  /** `receivers[n]` belongs to account n + 1; half of all deliveries go to these receivers. */
  readonly receivers: readonly string[];
  readonly nowMs: number;
}

/** One week of one table. */
interface Slice {
  readonly table: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Contains the parcels first ≤ p < end. */
  readonly first: number;
  readonly end: number;
}

/**
 * Fills the tables of a fresh, migrated database over two connections, and vacuums them as autovacuum would.
 * @param say called with each step
 */
export async function seedHistory(clients: readonly [Client, Client], options: HistoryOptions, say: (line: string) => void): Promise<void> {
  for (const client of clients) await client.query("SET maintenance_work_mem = '512MB'");
  const fill = async (client: Client, tables: readonly string[]): Promise<void> => {
    for (const table of tables) say(`${table}: ${await fillTable(client, table, options)} rows`);
  };
  // table delivery has most of the indexes and takes as long as all others together
  await Promise.all([fill(clients[0], ['delivery']), fill(clients[1], ['delivery_attempt', 'event', 'scan', 'consignment'])]);
}

async function fillTable(client: Client, table: string, options: HistoryOptions): Promise<number> {
  const rows = statementOf(table, options);
  let count = 0;
  for (const slice of slicesOf(table, options)) {
    const target = table === 'consignment' ? table : await createPartition(client, slice);
    const { rowCount } = await client.query(
      `INSERT INTO ${target} ${rows} FROM generate_series(${slice.first}, ${slice.end - 1}) AS p ${EACH[table]}`,
    );
    if (target !== table) await attachPartition(client, slice, target);
    count += rowCount ?? 0;
  }
  await client.query(`VACUUM (ANALYZE) ${table}`);
  return count;
}

const parcelsOf = ({ attempts }: HistoryOptions): number => Math.ceil(attempts / PER_PARCEL.attempts);
const oldestMs = ({ nowMs }: HistoryOptions): number => nowMs - ((nowMs - FIRST_MONDAY_MS) % WEEK_MS) - (WEEKS - 1) * WEEK_MS;
/** The time between two parcels; the newest is an hour old. */
const stepMs = (options: HistoryOptions): number => (options.nowMs - 3_600_000 - oldestMs(options)) / parcelsOf(options);

/** Returns the weeks of a table. Every parcel is in exactly one week; the newest is an hour old. */
export function slicesOf(table: string, options: HistoryOptions): Slice[] {
  const [oldest, step, parcels] = [oldestMs(options), stepMs(options), parcelsOf(options)];
  return Array.from({ length: WEEKS }, (_, week) => {
    const fromMs = oldest + week * WEEK_MS;
    const parcelAt = (ms: number): number => Math.min(parcels, Math.ceil((ms - oldest) / step));
    return { table, fromMs, toMs: fromMs + WEEK_MS, first: parcelAt(fromMs), end: parcelAt(fromMs + WEEK_MS) };
  });
}

const EACH: Readonly<Record<string, string>> = {
  consignment: '',
  scan: `, generate_series(0, ${PER_PARCEL.scans - 1}) AS n`,
  event: `, generate_series(0, ${PER_PARCEL.events - 1}) AS n`,
  delivery: `, generate_series(0, ${PER_PARCEL.deliveries - 1}) AS n`,
  delivery_attempt: `, generate_series(0, ${PER_PARCEL.attempts - 1}) AS n`,
};

const ACCOUNT = (receivers: number): string => `(1 + p % ${receivers})`;
const CONSIGNMENT_ID = "md5('consignment' || p)::uuid";
const EVENTID = (event: string): string => `md5('event' || p || ' ' || ${event})::uuid`;
const DELIVERY_ID = (delivery: string): string => `md5('delivery' || p || ' ' || ${delivery})::uuid`;

/** Returns the statement for a table, with its own list of columns; `p` is the parcel, `n` the row of that parcel. */
function statementOf(table: string, options: HistoryOptions): string {
  const moment = `to_timestamp((${oldestMs(options)} + p * ${stepMs(options)}::float8) / 1000)`;
  const account = ACCOUNT(options.receivers.length);
  const receiver = (delivery: string): string =>
    `CASE WHEN ${delivery} % 2 = 0 THEN (${uuidArray(options.receivers)})[${account}] ELSE md5('receiver' || ${account})::uuid END`;
  const event = (delivery: string): string => `(${delivery} / 2)`;
  const attempted = `(n % ${PER_PARCEL.deliveries})`;
  switch (table) {
    case 'consignment':
      return `(consignment_id, account_id, courier, tracking_number, generation, order_no, client, status, state, created_at, updated_at)
        SELECT ${CONSIGNMENT_ID}, ${account}, 'dhl-germany', 'OLD' || p, 1, 'O-' || p, 'shop-de', 'Delivered', ${packedInSql(STATE)}, ${moment}, ${moment}`;
    case 'scan':
      return `(courier, tracking_number, scan_id, occurred_at, scan, created_at)
        SELECT 'dhl-germany', 'OLD' || p, 'OLD' || p || '/' || n, ${moment}, '${SCAN}', ${moment}`;
    case 'event':
      return `(eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
        SELECT ${EVENTID('n')}, ${account}, ${CONSIGNMENT_ID}, ${NAME('n')}, ${moment}, p, 'shop-de', ${packedInSql(`'${PAYLOAD}'`)}, ${moment}`;
    case 'delivery':
      return `(delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, last_outcome, last_http_status, created_at, updated_at)
        SELECT ${DELIVERY_ID('n')}, ${account}, ${receiver('n')}, ${CONSIGNMENT_ID}, ${EVENTID(event('n'))}, ${NAME(event('n'))},
          CASE WHEN p % 100 = 1 THEN 'exhausted' ELSE 'delivered' END, 1, 'accepted', 200, ${moment}, ${moment}`;
    case 'delivery_attempt':
      return `(delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, attempted_at, duration_ms, delivery_created_at, body_sha256, event, is_test)
        SELECT ${DELIVERY_ID(attempted)}, 1, 1 + n / ${PER_PARCEL.deliveries}, ${account}, ${receiver(attempted)}, 'accepted', 200, ${moment}, 12, ${moment},
          sha256('some body'), ${NAME(event(attempted))}, false`;
    default:
      throw new Error(`no rows are known for table ${table}`);
  }
}

const NAME = (event: string): string => `(ARRAY['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered'])[1 + ${event}]`;
const uuidArray = (ids: readonly string[]): string => `ARRAY[${ids.map((id) => `'${id}'`).join(',')}]::uuid[]`;
/** Bodies are short: long values are stored outside of the row, where no measured statement looks. */
const SCAN = '{"rawText": "The shipment has been loaded onto the delivery vehicle.", "locationText": "Bonn, DE"}';
const PAYLOAD =
  '{"references": {"courier": "dhl-germany"}, "data": {"raw_scan": "The shipment has been loaded onto the delivery vehicle."}}';
const STATE = `jsonb_build_object('generation', 1, 'courier', 'dhl-germany', 'trackingNumber', 'OLD' || p, 'appliedScans', '[]'::jsonb, 'history', repeat('x', 400))::text`;

/** Creates a partition without indexes, which are then built in one go when it is attached: many times faster than row by row. */
async function createPartition(client: Client, { table, fromMs }: Slice): Promise<string> {
  const name = `${table}_p${iso(fromMs).slice(0, 10).replaceAll('-', '')}`;
  await client.query(`DROP TABLE IF EXISTS ${name}`); // the migration has made empty partitions for the current weeks
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  return name;
}

async function attachPartition(client: Client, { table, fromMs, toMs }: Slice, name: string): Promise<void> {
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${iso(fromMs)}') TO ('${iso(toMs)}')`);
}

const iso = (ms: number): string => new Date(ms).toISOString();
