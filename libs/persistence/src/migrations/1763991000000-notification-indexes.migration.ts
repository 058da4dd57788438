import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildOnPartitions, type WantedIndex } from './build-index.repository.js';

// Few rows of many: the last attempts of deliveries that ended without a success, and operational deliveries.
const INDEXES: readonly WantedIndex[] = [
  {
    name: 'delivery_attempt_gave_up',
    table: 'delivery_attempt',
    definition: `(recorded_at) WHERE outcome <> 'accepted' AND next_attempt_at IS NULL`,
  },
  { name: 'delivery_operational', table: 'delivery', definition: `(account_id, created_at, delivery_id) WHERE kind = 'operational'` },
];

export class NotificationIndexes1763991000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildOnPartitions(runner, index);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
