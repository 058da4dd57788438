import type { MigrationInterface, QueryRunner } from 'typeorm';

// Who owns which partition of topic delivery-attempts, and what the owner tells of its receivers. The rows are few and change often: no index
// but the key, so that an update stays in its page.
const TABLES = `
  CREATE TABLE attempt_partition (
    partition integer PRIMARY KEY,
    epoch bigint NOT NULL DEFAULT 1,
    owner uuid,
    seen_at timestamptz NOT NULL DEFAULT now(),
    ahead integer NOT NULL DEFAULT 0
  );
  CREATE TABLE receiver_queue (
    receiver_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    partition integer NOT NULL,
    epoch bigint NOT NULL,
    circuit_opened_at timestamptz,
    probe_at timestamptz,
    held_since timestamptz,
    held_until timestamptz,
    held_http_status smallint,
    limited_since timestamptz,
    waiting integer NOT NULL DEFAULT 0
  );
`;

export class AttemptPartition1763970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
