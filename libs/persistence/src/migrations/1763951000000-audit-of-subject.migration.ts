import type { MigrationInterface, QueryRunner } from 'typeorm';

// The configuration of a receiver at a moment follows from its entries: an account may have a million others.
const OF_SUBJECT = 'CREATE INDEX CONCURRENTLY audit_log_of_subject ON audit_log (account_id, subject_id, audit_id)';

export class AuditOfSubject1763951000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // What a run that was ended has left is there, but not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS audit_log_of_subject');
    await runner.query(OF_SUBJECT);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
