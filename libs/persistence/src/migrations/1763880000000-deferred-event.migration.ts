import type { MigrationInterface, QueryRunner } from 'typeorm';

// Events of accounts that have more deliveries than their share: they wait here for their fan-out. `message` is text, not jsonb: it keeps its bytes.
const DEFERRED_EVENT = `
  CREATE TABLE deferred_event (
    deferred_event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL,
    consignment_id uuid NOT NULL,
    message text NOT NULL,
    traceparent text,
    published_at timestamptz NOT NULL,
    deferred_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX deferred_event_of_account ON deferred_event (account_id, deferred_event_id);
`;

export class DeferredEvent1763880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DEFERRED_EVENT);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
