import type { MigrationInterface, QueryRunner } from 'typeorm';

// What was erased on request, by ids alone: what comes again of it, from a topic or a retailer, is left out (docs/personal-data.md).
// `account_id` 0 = of every account.
const ERASED = `
  CREATE TABLE erased_parcel (
    parcel_id uuid NOT NULL,
    account_id bigint NOT NULL,
    generation integer NOT NULL,
    erased_at timestamptz NOT NULL,
    PRIMARY KEY (parcel_id, account_id)
  );
  CREATE INDEX erased_parcel_age ON erased_parcel (erased_at);
  CREATE TABLE erased_consignment (
    consignment_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    erased_at timestamptz NOT NULL
  );
  CREATE INDEX erased_consignment_age ON erased_consignment (erased_at);
`;

// A program whose newest migration is older than this cannot work on the schema any more (CONTRIBUTING.md: expand, then contract).
const FLOOR = `
  CREATE TABLE schema_floor (floor bigint NOT NULL);
  INSERT INTO schema_floor (floor) VALUES (1763830000000);
`;

export class Erased1763831000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ERASED);
    await runner.query(FLOOR);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
