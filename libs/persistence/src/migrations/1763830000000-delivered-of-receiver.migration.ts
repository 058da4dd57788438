import type { MigrationInterface, QueryRunner } from 'typeorm';

// A receiver that hardly ever answers has a few deliveries that arrived among all its others: without this the list of them walks them all
// (docs/performance.md).
const DELIVERED = `
  CREATE INDEX delivery_of_receiver_delivered ON delivery (receiver_id, created_at, delivery_id) WHERE status = 'delivered';
`;

export class DeliveredOfReceiver1763830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DELIVERED);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
