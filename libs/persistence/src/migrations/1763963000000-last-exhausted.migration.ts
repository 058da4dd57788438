import type { MigrationInterface, QueryRunner } from 'typeorm';

// When the newest attempt began that ended its delivery as exhausted. A receiver that uses up all attempts within a minute is failing, too.
const LAST_EXHAUSTED = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE receiver_health ADD COLUMN last_exhausted_at timestamptz;
`;

export class LastExhausted1763963000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LAST_EXHAUSTED);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
