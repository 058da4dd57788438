import type { MigrationInterface, QueryRunner } from 'typeorm';

// A consignment that retention removes leaves its generation behind, or a number used again would bring back the old event ids (docs/decisions/0008).
// Age is found by created_at, which never changes: an index on updated_at would make every update of a consignment dearer.
const PAST_GENERATIONS = `
  CREATE TABLE past_generation (
    courier text NOT NULL,
    tracking_number text NOT NULL,
    account_id bigint NOT NULL,
    generation integer NOT NULL,
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (courier, tracking_number, account_id)
  );
  CREATE INDEX past_generation_age ON past_generation (ended_at);
  CREATE INDEX consignment_age ON consignment (created_at);
`;

export class Retention1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PAST_GENERATIONS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
