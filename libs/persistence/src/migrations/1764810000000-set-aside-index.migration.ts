import type { MigrationInterface, QueryRunner } from 'typeorm';
import { build } from './build-index.repository.js';

/** Retention searches each hour. Without this index it would read all waiting rows. */
export class SetAsideIndex1764810000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await build(runner, {
      name: 'delivery_overflow_set_aside',
      table: 'delivery_overflow',
      definition: '(set_aside_at) WHERE set_aside_at IS NOT NULL',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
