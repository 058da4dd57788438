// Migrations that only tests use, after the first migration: one of each kind that a later release may add, and `migrate` as that release
// has it.
import { type ChildProcess, spawn } from 'node:child_process';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { build, buildOnPartitions } from '../../libs/persistence/src/migrations/build-index.repository.js';
import { MIGRATIONS } from '../../libs/persistence/src/migrations/migrations.js';
import { runCli } from '../../scripts/cli/run-cli.js';
import { compiled } from '../../scripts/stack/clone.js';

class LaterTable2000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE later (later_id bigint PRIMARY KEY)');
  }

  async down(): Promise<void> {}
}

class LaterColumn2000000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_attempt ADD COLUMN later text');
  }

  async down(): Promise<void> {}
}

class LaterIndex2000000002000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await build(runner, { name: 'orphan_scan_later', table: 'orphan_scan', definition: '(occurred_at)' });
  }

  async down(): Promise<void> {}
}

class LaterPartitionedIndex2000000003000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await buildOnPartitions(runner, { name: 'event_later', table: 'event', definition: '(happened_at)' });
  }

  async down(): Promise<void> {}
}

/** From now on, every program in this process knows these migrations. */
export function addLaterMigrations(): void {
  MIGRATIONS.push(LaterTable2000000000000, LaterColumn2000000001000, LaterIndex2000000002000, LaterPartitionedIndex2000000003000);
}

export interface Migrating {
  readonly stdout: () => string;
  /** stdout and stderr so far. */
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

/** Runs `migrate` in this process. */
export function startMigrate(url: string): Migrating {
  let [stdout, output] = ['', ''];
  const printError = (line: string): void => void (output += `${line}\n`);
  const print = (line: string): void => {
    stdout += `${line}\n`;
    printError(line);
  };
  const ended = runCli({ argv: ['migrate'], env: { DATABASE_URL: url }, print, printError });
  return { stdout: () => stdout, output: () => output, ended };
}

/** @returns its stdout @throws Error unless its exit code is 0 */
export async function migrateLater(url: string): Promise<string> {
  const migrating = startMigrate(url);
  if ((await migrating.ended) !== 0) throw new Error(migrating.output());
  return migrating.stdout();
}

/** Runs `migrate` in a process of its own, for tests that kill it. */
export const spawnMigrate = (url: string): ChildProcess =>
  spawn(process.execPath, [compiled('test/support/later-migrations.main'), 'migrate'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  });
