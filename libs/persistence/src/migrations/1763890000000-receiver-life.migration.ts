import type { MigrationInterface, QueryRunner } from 'typeorm';

// All with constant defaults: the release before goes on inserting receivers without them.
const RECEIVER_LIFE = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE receiver
    ADD COLUMN name text NOT NULL DEFAULT '',
    ADD COLUMN description text NOT NULL DEFAULT '',
    ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN max_per_second integer,
    ADD COLUMN max_in_flight integer,
    ADD COLUMN on_gone text NOT NULL DEFAULT 'retry',
    ADD COLUMN disable_after_failing_for text,
    ADD COLUMN disabled_at timestamptz,
    ADD COLUMN disabled_reason text,
    ADD COLUMN client_certificate jsonb;
`;

export class ReceiverLife1763890000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECEIVER_LIFE);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
