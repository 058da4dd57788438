import type { MigrationInterface, QueryRunner } from 'typeorm';

// In two steps: rows that exist stay null without a rewrite, and senders of the release before fill the column by its default.
const RECORDED_AT = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery_attempt ADD COLUMN recorded_at timestamptz;
  ALTER TABLE delivery_attempt ALTER COLUMN recorded_at SET DEFAULT now();
`;

// Numbers of a minute, a quarter of an hour or a UTC day. receiver_id of zeros = all receivers of the account; outcome 'none' and http_status -1 =
// there was none. The key serves GET /statistics; the other index serves the job, which replaces and removes periods.
const ROLLUPS = `
  CREATE TABLE attempt_rollup (
    account_id bigint NOT NULL,
    receiver_id uuid NOT NULL,
    grain text NOT NULL CHECK (grain IN ('minute', 'quarter', 'day')),
    bucket timestamptz NOT NULL,
    event text NOT NULL,
    outcome text NOT NULL,
    http_status smallint NOT NULL,
    attempts integer NOT NULL,
    delivered integer NOT NULL,
    exhausted integer NOT NULL,
    expired integer NOT NULL,
    cancelled integer NOT NULL,
    latency_buckets smallint[] NOT NULL,
    latency_counts integer[] NOT NULL,
    PRIMARY KEY (account_id, receiver_id, grain, bucket, event, outcome, http_status)
  );
  CREATE INDEX attempt_rollup_of_period ON attempt_rollup (grain, bucket);
`;

// One row. Quarters before quarters_until and days before days_until have their own rows; younger periods are only in the finer rows.
// complete_since moves back, hour by hour, while attempts from before this migration are counted. not_before: a pause of the job.
const PROGRESS = `
  CREATE TABLE statistics_progress (
    id smallint PRIMARY KEY CHECK (id = 1),
    recorded_until timestamptz NOT NULL,
    quarters_until timestamptz NOT NULL,
    days_until timestamptz NOT NULL,
    complete_since timestamptz NOT NULL,
    is_complete boolean NOT NULL DEFAULT false,
    not_before timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO statistics_progress (id, recorded_until, quarters_until, days_until, complete_since)
  SELECT 1, now(), date_bin('15 minutes', now(), '2000-01-01T00:00:00Z'), date_bin('1 day', now(), '2000-01-01T00:00:00Z'),
    date_bin('1 hour', now(), '2000-01-01T00:00:00Z') + interval '1 hour';
`;

// failed_first: the first three failures after the last success. day_…: the last 24 hours.
const HEALTH = `
  CREATE TABLE receiver_health (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_failure_outcome text,
    last_failure_http_status smallint,
    last_failure_detail text,
    failed_first timestamptz[] NOT NULL DEFAULT '{}',
    day_attempts integer NOT NULL DEFAULT 0,
    day_delivered integer NOT NULL DEFAULT 0,
    day_failed integer NOT NULL DEFAULT 0
  );
`;

export class Statistics1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECORDED_AT);
    await runner.query(ROLLUPS);
    await runner.query(PROGRESS);
    await runner.query(HEALTH);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
