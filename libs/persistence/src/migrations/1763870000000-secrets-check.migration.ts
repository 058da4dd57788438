import type { MigrationInterface, QueryRunner } from 'typeorm';

// Shows whether a SECRETS_KEY is right: a known text, sealed like a secret. One row.
const CHECK = `
  CREATE TABLE secrets_check (
    id smallint PRIMARY KEY CHECK (id = 1),
    sealed text NOT NULL
  );
`;

export class SecretsCheck1763870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
