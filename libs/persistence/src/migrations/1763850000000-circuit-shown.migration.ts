import type { MigrationInterface, QueryRunner } from 'typeorm';

// What the backlog of a receiver waits behind, for those who ask where a webhook is: a circuit lives in the memory of the instance that drains it.
const CIRCUIT = `
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE delivery_backlog_lease ADD COLUMN circuit_opened_at timestamptz, ADD COLUMN probe_at timestamptz;
`;

export class CircuitShown1763850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CIRCUIT);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
