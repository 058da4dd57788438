import type { MigrationInterface, QueryRunner } from 'typeorm';

// Texts without a code that nothing explains, by what they have in common: one row of unmapped_code held all of a courier's.
const TEXTS = `
  CREATE TABLE unmapped_text (
    courier text NOT NULL,
    pattern text NOT NULL,
    sample_text text NOT NULL,
    count bigint NOT NULL,
    last_seen timestamptz NOT NULL,
    PRIMARY KEY (courier, pattern)
  );
`;

export class UnmappedText1763860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TEXTS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
