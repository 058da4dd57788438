import type { MigrationInterface, QueryRunner } from 'typeorm';

// What attempts in the table wait for besides an open circuit: a pause that the receiver has asked for, or the limits of its owner.
const HOLDS_AND_LIMITS = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery_backlog_lease
    ADD COLUMN held_since timestamptz,
    ADD COLUMN held_until timestamptz,
    ADD COLUMN held_http_status smallint,
    ADD COLUMN limited_since timestamptz;
`;

export class HoldsAndLimits1763891000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HOLDS_AND_LIMITS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
