import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildOnPartitions } from './build-index.repository.js';

// GET /events?after= walks an account's events by it. Rows from before the columns come first, by creation.
const DEFINITION = '(account_id, coalesce(stored_tx, 0), coalesce(stored_no, 0), created_at, eventid)';

export class EventPositionIndex1763941000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await buildOnPartitions(runner, { name: 'event_of_account_stored', table: 'event', definition: DEFINITION });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
