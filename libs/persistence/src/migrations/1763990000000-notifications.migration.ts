import type { MigrationInterface, QueryRunner } from 'typeorm';

// All with constant defaults or nullable: the release before goes on writing rows without them.
const FACTS = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery ADD COLUMN kind text NOT NULL DEFAULT 'tracking';
  ALTER TABLE receiver_health ADD COLUMN failed_by_credentials boolean,
    ADD COLUMN certificate_not_before timestamptz, ADD COLUMN certificate_not_after timestamptz;
`;

// One row for each operational event. entries: its first ones; subjects and counts: the receiver of each entry, also of those that are not listed.
const NOTIFICATION = `
  CREATE TABLE notification (
    eventid uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    event text NOT NULL,
    entries jsonb NOT NULL,
    subjects uuid[] NOT NULL,
    counts integer[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
    published_at timestamptz,
    walked_to uuid,
    leased_until timestamptz NOT NULL DEFAULT '-infinity'
  );
  CREATE INDEX notification_of_account ON notification (account_id, created_at, eventid);
  CREATE INDEX notification_age ON notification (created_at);
  CREATE INDEX notification_unpublished ON notification (leased_until) WHERE published_at IS NULL;
`;

// What the job has to remember: the last outage of each receiver, what was told once, the series of delivery.exhausted of each account, and how
// far it has come (one row).
const MEMORY = `
  CREATE TABLE receiver_outage (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    reason text NOT NULL,
    since timestamptz NOT NULL,
    raised_at timestamptz NOT NULL,
    ended_at timestamptz
  );
  CREATE TABLE notification_told (
    subject text PRIMARY KEY,
    forget_after timestamptz NOT NULL
  );
  CREATE TABLE exhausted_series (
    account_id bigint PRIMARY KEY,
    began_at timestamptz,
    next_at timestamptz NOT NULL,
    counted_until timestamptz NOT NULL,
    counted_ids uuid[] NOT NULL
  );
  CREATE TABLE notification_progress (
    id smallint PRIMARY KEY CHECK (id = 1),
    decided_at timestamptz NOT NULL,
    not_before timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO notification_progress (id, decided_at) VALUES (1, now());
`;

export class Notifications1763990000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FACTS);
    await runner.query(NOTIFICATION);
    await runner.query(MEMORY);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
