import type { MigrationInterface, QueryRunner } from 'typeorm';

// The table keeps only hashes of the secrets. `link_id` is no reference: a link is deleted before the session that it opened.
const SESSIONS = `
  CREATE TABLE session (
    session_id uuid PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account,
    token_id bigint NOT NULL REFERENCES api_token,
    scope text NOT NULL CHECK (scope IN ('read', 'write', 'generate')),
    link_id uuid,
    secret_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz
  );
  CREATE INDEX session_open ON session (account_id, expires_at) WHERE ended_at IS NULL;
  CREATE INDEX session_age ON session (least(ended_at, expires_at));
  CREATE TABLE session_link (
    link_id uuid PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES account,
    token_id bigint NOT NULL REFERENCES api_token,
    scope text NOT NULL CHECK (scope IN ('read', 'write')),
    note text NOT NULL DEFAULT '',
    code_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    ended_at timestamptz
  );
  CREATE INDEX session_link_open ON session_link (account_id, expires_at) WHERE used_at IS NULL AND ended_at IS NULL;
  CREATE INDEX session_link_age ON session_link (least(ended_at, expires_at));
`;

const AUDIT = 'ALTER TABLE audit_log ADD COLUMN by_session_id uuid';

export class Sessions1763960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL lock_timeout = '2s'`);
    await runner.query(SESSIONS);
    await runner.query(AUDIT);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
