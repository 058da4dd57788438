import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildOnPartitions } from './build-index.repository.js';

// Each list of receivers counts the deliveries that are still failed. The index has these alone, so a count reads the index and no rows.
const STILL_FAILED = {
  name: 'delivery_still_failed',
  table: 'delivery',
  definition: `(account_id, receiver_id) WHERE status IN ('exhausted', 'expired') AND NOT is_test`,
};

export class StillFailedIndex1763963100000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await buildOnPartitions(runner, STILL_FAILED);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
