import type { MigrationInterface, QueryRunner } from 'typeorm';

// What the statistics need of the delivery, so that they read attempts alone; and why an attempt ended as it did, as a number of ATTEMPT_REASONS.
// Rows that exist stay null without a rewrite. The names differ from those in table delivery: apps of the release before join both tables, and name
// `event` and `is_test` without a table.
const FACTS = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery_attempt ADD COLUMN event_name text, ADD COLUMN is_of_test boolean, ADD COLUMN reason smallint;
`;

export class AttemptFacts1763980000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FACTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
