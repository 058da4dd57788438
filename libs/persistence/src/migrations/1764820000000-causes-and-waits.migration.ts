import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Apps of the version before leave both columns as they are. */
const COLUMNS = `
  -- Start of the attempts that have failed with the same outcome and status as the latest failure. A success or another cause starts anew.
  ALTER TABLE receiver_health ADD COLUMN last_failure_since timestamptz;

  -- Since when the oldest attempt waits for the limits that the customer set, in memory or in table delivery_overflow.
  ALTER TABLE receiver_queue ADD COLUMN oldest_waiting_at timestamptz;
`;

export class CausesAndWaits1764820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
