import type { MigrationInterface, QueryRunner } from 'typeorm';

// A body is kept nowhere: its hash shows which form of the event it was. `is_test`: the delivery has no parcel.
const DELIVERIES = `
  ALTER TABLE delivery ADD COLUMN is_test boolean NOT NULL DEFAULT false;
  ALTER TABLE delivery_attempt ADD COLUMN body_sha256 bytea;
`;

// What is asked for by state is what went wrong: rows that were delivered are most of the table and need no entry.
const LISTS = `
  CREATE INDEX delivery_of_account_event ON delivery (account_id, event, created_at, delivery_id);
  CREATE INDEX delivery_of_account_undelivered ON delivery (account_id, status, created_at, delivery_id) WHERE status <> 'delivered';
  CREATE INDEX delivery_of_receiver_undelivered ON delivery (receiver_id, status, created_at, delivery_id) WHERE status <> 'delivered';
  CREATE INDEX event_of_account_event ON event (account_id, event, created_at, eventid);
`;

// One row = one order to begin a new round: of one delivery, or of all in a period. `in_hand` are rounds that have begun in table
// delivery and whose first attempt may not be published yet; the holder of the lease publishes them again.
const REDELIVERIES = `
  CREATE TABLE redelivery (
    redelivery_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    receiver_id uuid NOT NULL,
    delivery_id uuid,
    from_at timestamptz,
    to_at timestamptz,
    status text,
    idempotency_key text,
    request text NOT NULL,
    state text NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
    total integer NOT NULL,
    done integer NOT NULL DEFAULT 0,
    in_hand jsonb NOT NULL DEFAULT '[]',
    walked_to_at timestamptz,
    walked_to_id uuid,
    owner uuid,
    leased_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX redelivery_running ON redelivery (created_at) WHERE state = 'running';
  CREATE UNIQUE INDEX redelivery_of_key ON redelivery (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE UNIQUE INDEX redelivery_same ON redelivery (account_id, request) WHERE idempotency_key IS NULL AND state = 'running';
`;

export class Redelivery1763810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DELIVERIES);
    await runner.query(LISTS);
    await runner.query(REDELIVERIES);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
