import type { MigrationInterface, QueryRunner } from 'typeorm';

// No reference to account, api_token or receiver: an entry outlives its subject.
const AUDIT_LOG = `
  CREATE TABLE audit_log (
    audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL,
    happened_at timestamptz NOT NULL DEFAULT now(),
    action text NOT NULL,
    subject_id text NOT NULL,
    by_token_id bigint,
    by_command text,
    request_id text,
    before jsonb,
    after jsonb,
    CHECK ((by_token_id IS NULL) <> (by_command IS NULL))
  );
  CREATE INDEX audit_log_of_account ON audit_log (account_id, audit_id);
  CREATE INDEX audit_log_age ON audit_log (happened_at);
`;

export class AuditLog1763820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AUDIT_LOG);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
