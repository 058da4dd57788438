import type { MigrationInterface, QueryRunner } from 'typeorm';

// Nullable: the release before goes on writing rows without it. null = none.
const TIME_ZONE = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE account ADD COLUMN time_zone text;
`;

export class AccountTimeZone1763993000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TIME_ZONE);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
