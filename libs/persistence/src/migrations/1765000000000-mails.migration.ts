import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE notification_target (
    target_id uuid PRIMARY KEY,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    address_hash bytea NOT NULL,
    types text[] NOT NULL,
    receiver_ids uuid[],
    state text NOT NULL DEFAULT 'unconfirmed',
    state_at timestamptz NOT NULL DEFAULT now(),
    refusals integer NOT NULL DEFAULT 0,
    refused_since timestamptz,
    last_refusal text,
    window_began_at timestamptz,
    window_mails integer NOT NULL DEFAULT 0,
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX notification_target_of_account ON notification_target (account_id, created_at, target_id);

  -- One row for each target that an operational event is to reach.
  CREATE TABLE notification_mail (
    target_id uuid NOT NULL,
    eventid uuid NOT NULL,
    account_id bigint NOT NULL,
    state text NOT NULL DEFAULT 'pending',
    tries integer NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL DEFAULT now(),
    -- The mail that the row went out with, set before it is sent.
    message_id uuid,
    detail text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    PRIMARY KEY (target_id, eventid)
  );
  CREATE INDEX notification_mail_pending ON notification_mail (next_at) WHERE state = 'pending';
  CREATE INDEX notification_mail_of_event ON notification_mail (eventid);
  CREATE INDEX notification_mail_age ON notification_mail (created_at);

  CREATE TABLE mail_confirmation (
    confirmation_id uuid PRIMARY KEY,
    target_id uuid NOT NULL,
    account_id bigint NOT NULL,
    address_hash bytea NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    tries integer NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    requested_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX mail_confirmation_of_address ON mail_confirmation (address_hash, sent_at);
  CREATE INDEX mail_confirmation_of_account ON mail_confirmation (account_id, sent_at);
  CREATE INDEX mail_confirmation_of_target ON mail_confirmation (target_id);
  CREATE INDEX mail_confirmation_waiting ON mail_confirmation (next_at) WHERE state IN ('waiting', 'sending');
  CREATE INDEX mail_confirmation_age ON mail_confirmation (requested_at);

  CREATE TABLE mail_block (
    address_hash bytea PRIMARY KEY,
    blocked_at timestamptz NOT NULL DEFAULT now()
  );

  -- The key of the hashes of addresses and of the secrets in links, sealed by SECRETS_KEY.
  CREATE TABLE mail_key (
    id integer PRIMARY KEY,
    sealed text NOT NULL
  );
`;

export class Mails1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
