import type { MigrationInterface, QueryRunner } from 'typeorm';

// The check values of before: a key that opens one of them and not the present one has been rotated away, whatever else it opens.
const RETIRED = `ALTER TABLE secrets_check ADD COLUMN retired text[] NOT NULL DEFAULT '{}'`;

export class RetiredChecks1763875000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RETIRED);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
