import type { MigrationInterface, QueryRunner } from 'typeorm';

// Since when the failures of a receiver count: since it was enabled again. Null = since ever.
const FAILURES_FROM = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE receiver_health ADD COLUMN failures_from timestamptz;
`;

export class FailuresFrom1763994000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FAILURES_FROM);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
