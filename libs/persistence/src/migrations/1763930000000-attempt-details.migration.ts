import type { MigrationInterface, QueryRunner } from 'typeorm';

// Nullable and without a default: no row is rewritten, and senders of the release before leave them null. request_headers: lines as they were sent.
const COLUMNS = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery_attempt
    ADD COLUMN url text,
    ADD COLUMN request_headers text,
    ADD COLUMN tls_version text,
    ADD COLUMN dns_ms integer,
    ADD COLUMN connect_ms integer,
    ADD COLUMN tls_ms integer,
    ADD COLUMN first_byte_ms integer;
`;

export class AttemptDetails1763930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
