import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Apps of the version before leave the columns as they are: meanwhile their webhook-senders send what the new lists refuse, and parcels that
 * their event-builders write have no values here until they change again.
 */
const COLUMNS = `
  ALTER TABLE receiver
    ADD COLUMN couriers text[] NOT NULL DEFAULT '{}',
    ADD COLUMN destination_countries text[] NOT NULL DEFAULT '{}',
    ADD COLUMN warehouses text[] NOT NULL DEFAULT '{}',
    ADD COLUMN languages text[] NOT NULL DEFAULT '{}',
    ADD COLUMN delivery_locations text[] NOT NULL DEFAULT '{}',
    ADD COLUMN return_reasons text[] NOT NULL DEFAULT '{}',
    ADD COLUMN exceptions text[] NOT NULL DEFAULT '{}';

  -- Parts of the state, for lists.
  ALTER TABLE consignment
    ADD COLUMN warehouse text,
    ADD COLUMN destination_country text,
    ADD COLUMN language text;
`;

export class Filters1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
