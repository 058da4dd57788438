import type { MigrationInterface, QueryRunner } from 'typeorm';
import { build } from './build-index.repository.js';

/** For the filters `warehouse` and `destinationCountry` of GET /consignments. */
export class ParcelIndexes1764910000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const table = 'consignment';
    // 256 characters: a record may have a longer text than an index can hold
    await build(runner, { name: 'consignment_of_warehouse', table, definition: '(account_id, left(warehouse, 256), created_at)' });
    await build(runner, { name: 'consignment_of_country', table, definition: '(account_id, destination_country, created_at)' });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
