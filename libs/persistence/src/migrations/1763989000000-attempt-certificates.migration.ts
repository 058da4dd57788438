import type { MigrationInterface, QueryRunner } from 'typeorm';

// When the server certificate of the receiver began and expires. Alone: a transaction that locks two tables of the attempt log could wait for a
// sender that waits for it.
const CERTIFICATES = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery_attempt ADD COLUMN certificate_not_before timestamptz, ADD COLUMN certificate_not_after timestamptz;
`;

export class AttemptCertificates1763989000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CERTIFICATES);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
