import type { MigrationInterface, QueryRunner } from 'typeorm';

// `message` is text, not jsonb: the frozen body inside keeps its bytes.
const BACKLOG = `
  CREATE TABLE delivery_backlog (
    backlog_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    receiver_id uuid NOT NULL,
    consignment_id uuid NOT NULL,
    message text NOT NULL,
    traceparent text,
    spilled_at timestamptz NOT NULL DEFAULT now(),
    spilled_by uuid NOT NULL,
    not_before timestamptz
  );
  CREATE INDEX delivery_backlog_of_receiver ON delivery_backlog (receiver_id, backlog_id);
  CREATE INDEX delivery_backlog_kept ON delivery_backlog (receiver_id, consignment_id, backlog_id) WHERE not_before IS NOT NULL;
  CREATE TABLE delivery_backlog_lease (
    receiver_id uuid PRIMARY KEY,
    version bigint NOT NULL DEFAULT 1,
    owner uuid,
    leased_until timestamptz
  );
`;

export class DeliveryBacklog1763750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BACKLOG);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
