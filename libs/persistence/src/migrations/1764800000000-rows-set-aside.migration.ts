import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks a row whose attempt was made and cannot be recorded, so that the attempt is never made again. */
const SET_ASIDE = 'ALTER TABLE delivery_overflow ADD COLUMN set_aside_at timestamptz';

export class RowsSetAside1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SET_ASIDE);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
