import type { MigrationInterface, QueryRunner } from 'typeorm';
import { build } from './build-index.repository.js';

// The orders of an account are listed, newest first; those of all accounts of 120 days lie in one table.
const OF_ACCOUNT = { name: 'redelivery_of_account', table: 'redelivery', definition: '(account_id, created_at, redelivery_id)' };

export class RedeliveryLists1763992000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await build(runner, OF_ACCOUNT);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
