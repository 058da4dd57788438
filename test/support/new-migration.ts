import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const FOLDER = join(import.meta.dirname, '../../libs/persistence/src/migrations');
const NEW_COLUMN = /^ALTER TABLE "(\w+)" ADD "(\w+)" (.+)$/;

/**
 * Writes the migration that adds the columns that the entities have and the tables lack. @param statements the changes that TypeORM would
 * make to the tables @throws Error unless all changes are new columns of one table, nullable or with a default
 */
export async function writeMigration(statements: readonly string[], nowMs: number): Promise<void> {
  const columns = statements.map((statement) => NEW_COLUMN.exec(statement)?.slice(1) ?? []);
  const [table = ''] = columns[0] ?? [];
  const fitsRows = ([, , type = '']: readonly string[]): boolean => !type.includes('NOT NULL') || type.includes('DEFAULT');
  if (!columns.every((column) => column[0] === table && fitsRows(column))) {
    throw new Error(`write this migration by hand (CONTRIBUTING.md: Add a migration):\n${statements.join('\n')}`);
  }
  const words = [table, ...columns.map(([, column = '']) => column)].join('_').split('_');
  const file = join(FOLDER, `${nowMs}-${words.join('-')}.migration.ts`);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + nowMs;
  writeFileSync(file, await format(toSource(name, table, columns), { ...(await resolveConfig(file)), filepath: file }));
}

const toSource = (name: string, table: string, columns: readonly string[][]): string => `
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = \`
  SET LOCAL lock_timeout = '2s';
  ALTER TABLE ${table} ${columns.map(([, column, type]) => `ADD COLUMN ${column} ${type}`).join(', ')};
\`;

export class ${name} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}
`;
