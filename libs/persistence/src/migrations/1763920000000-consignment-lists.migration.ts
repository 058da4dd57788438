import type { MigrationInterface, QueryRunner } from 'typeorm';
import { build, buildOnPartitions, type WantedIndex } from './build-index.repository.js';

// Filled from `state` by a trigger, so that instances of the release before fill them too; a generated column would rewrite the table under a
// lock. `status` is never null, so null says that a row is from before.
const COLUMNS = `
  ALTER TABLE consignment ADD COLUMN IF NOT EXISTS order_no text, ADD COLUMN IF NOT EXISTS client text, ADD COLUMN IF NOT EXISTS status text;
`;

// The status as GET /consignments/{courier}/{trackingNumber} shows it (token-api, consignment-view.ts).
const TRIGGER = `
  CREATE OR REPLACE FUNCTION consignment_columns() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.order_no := NEW.state #>> '{record,references,orderNo}';
    NEW.client := NEW.state #>> '{record,references,client}';
    NEW.status := CASE
      WHEN NEW.state #> '{record,isCancelled}' = 'true' AND NEW.state -> 'cancelledAtMs' >= coalesce(NEW.state #> '{shown,occurredAtMs}', NEW.state -> 'cancelledAtMs')
      THEN 'Cancelled' ELSE coalesce(NEW.state #>> '{shown,status}', 'Pending') END;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER consignment_columns BEFORE INSERT OR UPDATE OF state ON consignment
    FOR EACH ROW EXECUTE FUNCTION consignment_columns();
`;

const BLOCKS_AT_ONCE = 200;

/** The trigger fills what is written again. A row that another transaction has locked is left for later: two who wait for each other's rows would never end. */
const FILL = `
  WITH missing AS (
    SELECT consignment_id FROM consignment WHERE ctid >= $1::tid AND ctid < $2::tid AND status IS NULL FOR UPDATE SKIP LOCKED)
  UPDATE consignment SET state = state FROM missing WHERE consignment.consignment_id = missing.consignment_id`;

const LEFT = 'SELECT consignment_id AS id FROM consignment WHERE status IS NULL';
const FILL_ONE = 'UPDATE consignment SET state = state WHERE consignment_id = $1 AND status IS NULL';

// `status` and `updated_at` change with a parcel, and an update that changes an indexed column writes to every index of the table. In the bench
// `decide` that is 8 % more WAL, and half of the updates did so before, because their page was full.
/** An order number or a client may be longer than an entry of an index can be. */
const start = (column: string): string => `left(${column}, 256)`;

const NEWEST = 'created_at, consignment_id';
const OF_CONSIGNMENTS: readonly WantedIndex[] = [
  ['consignment_of_account', `(account_id, ${NEWEST})`],
  ['consignment_of_order', `(account_id, ${start('order_no')}, ${NEWEST})`],
  ['consignment_of_client', `(account_id, ${start('client')}, ${NEWEST})`],
  ['consignment_of_courier', `(account_id, courier, ${NEWEST})`],
  ['consignment_of_number', '(account_id, tracking_number)'],
  ['consignment_of_status', `(account_id, status, ${NEWEST})`],
  ['consignment_changed', '(account_id, updated_at, consignment_id)'],
].map(([name = '', definition = '']) => ({ name, table: 'consignment', definition }));

// Deliveries that a receiver accepts with 200 at once are most of the table, and need no entry.
const FAILING = `status IN ('exhausted', 'expired') OR (status = 'pending' AND attempts > 0)`;
const OF_DELIVERIES: readonly WantedIndex[] = [
  ['delivery_failing', `(account_id, created_at, delivery_id) WHERE ${FAILING}`],
  ['delivery_failing_of_consignment', `(consignment_id, created_at) WHERE ${FAILING}`],
  ['delivery_of_outcome', `(account_id, last_outcome, created_at, delivery_id) WHERE last_outcome <> 'accepted'`],
  ['delivery_of_http_status', '(account_id, last_http_status, created_at, delivery_id) WHERE last_http_status <> 200'],
].map(([name = '', definition = '']) => ({ name, table: 'delivery', definition }));

export class ConsignmentLists1763920000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner);
    await fill(runner);
    for (const index of OF_CONSIGNMENTS) await build(runner, index);
    for (const index of OF_DELIVERIES) await buildOnPartitions(runner, index);
    await runner.query('ANALYZE consignment');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}

async function addColumns(runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  await runner.query(`SET LOCAL lock_timeout = '2s'`);
  await runner.query(COLUMNS);
  await runner.query(TRIGGER);
  await runner.commitTransaction();
}

/** Each batch is a transaction of its own; a run that was ended goes on with the rows that are still to be filled. */
async function fill(runner: QueryRunner): Promise<void> {
  const [{ blocks }] = (await runner.query(`SELECT pg_relation_size('consignment') / current_setting('block_size')::int AS blocks`)) as [
    { blocks: string },
  ];
  for (let block = 0; block < Number(blocks); block += BLOCKS_AT_ONCE) {
    await runner.query(FILL, [`(${block},0)`, `(${block + BLOCKS_AT_ONCE},0)`]);
  }
  for (const { id } of (await runner.query(LEFT)) as { id: string }[]) await runner.query(FILL_ONE, [id]);
}
