import type { MigrationInterface, QueryRunner } from 'typeorm';

// The order of storing: by transaction, and by number within it. A transaction's number is known before it commits, so a reader that stops
// before the oldest open transaction meets no row later that belongs behind it. In two steps: rows that exist stay null without a rewrite, and
// event-builders of the release before fill the columns by their defaults. The sequence has no owner: partitions share it.
// created_at is the time of the cause; stored_at is the time of the insert.
const STORED = `
  SET LOCAL lock_timeout = '2s';
  CREATE SEQUENCE event_stored_no;
  ALTER TABLE event ADD COLUMN stored_tx bigint, ADD COLUMN stored_no bigint, ADD COLUMN stored_at timestamptz;
  ALTER TABLE event
    ALTER COLUMN stored_tx SET DEFAULT (pg_current_xact_id()::text::bigint + 0),
    ALTER COLUMN stored_no SET DEFAULT nextval('event_stored_no'),
    ALTER COLUMN stored_at SET DEFAULT now();
`;

// One row. tx_offset is what the default of stored_tx adds to the number of a transaction. cluster: where these numbers were given. `migrate`
// compares it, because after a restore the numbers begin again (event-position.repository.ts).
const POSITION = `
  CREATE TABLE event_position (
    id smallint PRIMARY KEY CHECK (id = 1),
    tx_offset bigint NOT NULL,
    cluster text NOT NULL
  );
  INSERT INTO event_position (id, tx_offset, cluster) VALUES (1, 0, '');
`;

export class EventPosition1763940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STORED);
    await runner.query(POSITION);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
