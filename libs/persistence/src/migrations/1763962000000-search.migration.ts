import type { MigrationInterface, QueryRunner } from 'typeorm';
import { build, type WantedIndex } from './build-index.repository.js';

/** The form in which a search compares numbers (token-api, parcels.repository.ts): the spaces of Unicode are spelled out, because `\s` differs by locale. */
const form = (column: string): string =>
  String.raw`left(upper(regexp_replace(${column}, '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u00ad\u2010-\u2015-]', '', 'g')), 256)`;

const INDEXES: readonly WantedIndex[] = [
  { name: 'consignment_search_order', table: 'consignment', definition: `(account_id, (${form('order_no')}))` },
  { name: 'consignment_search_number', table: 'consignment', definition: `(account_id, (${form('tracking_number')}))` },
];

export class Search1763962000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await build(runner, index);
    await runner.query('ANALYZE consignment');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
