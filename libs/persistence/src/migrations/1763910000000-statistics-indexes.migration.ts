import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildOnPartitions, type WantedIndex } from './build-index.repository.js';

// The statistics job asks which attempts are new, and for all attempts of a minute. Both columns follow the order of the rows, so that a few
// hundred kilobytes of BRIN find them. Cancelled deliveries are few.
const brin = (column: string): string => `USING brin (${column}) WITH (pages_per_range = 16, autosummarize = on)`;
const INDEXES: readonly WantedIndex[] = [
  { name: 'delivery_attempt_recorded', table: 'delivery_attempt', definition: brin('recorded_at') },
  { name: 'delivery_attempt_made', table: 'delivery_attempt', definition: brin('attempted_at') },
  { name: 'delivery_cancelled', table: 'delivery', definition: `(updated_at) WHERE status = 'cancelled'` },
];

export class StatisticsIndexes1763910000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildOnPartitions(runner, index);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
