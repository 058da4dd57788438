import type { MigrationInterface, QueryRunner } from 'typeorm';

// Scans and records that became dead letters, by the parcel that they name: GET …/explain shows them. Offsets begin again in another
// cluster, so the time of the message is part of the key. account_id null = a carrier's scan, or a message that names no account.
const PARKED_MESSAGE = `
  CREATE TABLE parked_message (
    topic text NOT NULL,
    partition integer NOT NULL,
    message_offset bigint NOT NULL,
    message_at timestamptz NOT NULL,
    courier text NOT NULL,
    tracking_number text NOT NULL,
    account_id bigint,
    message_id text,
    reason text NOT NULL,
    detail text NOT NULL,
    parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (topic, partition, message_offset, message_at)
  );
  CREATE INDEX parked_message_of_parcel ON parked_message (courier, tracking_number, parked_at);
  CREATE INDEX parked_message_age ON parked_message (parked_at);
`;

export class ParkedMessage1763950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PARKED_MESSAGE);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
