import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { useBroker, useDatabase } from './infrastructure.js';
import { reap } from './reap.js';
import { startReaper } from './reaper.js';
import { runCommand } from './run-command.js';
import { abandonedRunFolders, createRunFolder } from './run-folder.js';
import { StackError } from './stack-error.js';

/**
 * Runs a broker and a database for one test run. It prints one JSON line when both are ready, and waits until its stdin closes, which every end
 * of the test run causes. Then it stops everything, including apps that tests registered in the run folder.
 */
const run = createRunFolder();
const reaper = startReaper(run);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.stdin.destroy());
process.stdin.resume();
const over = new Promise<void>((resolve) => process.stdin.once('close', () => resolve()));

try {
  for (const abandoned of abandonedRunFolders()) await reap(abandoned);
  await Promise.race([hold(), over]);
} catch (error) {
  process.stderr.write(`${error instanceof StackError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
} finally {
  await reap(run);
  reaper.dismiss();
}
process.exit();

async function hold(): Promise<void> {
  const [broker, database] = await Promise.all([useBroker(process.env, { run }), useDatabase(process.env, { run })]);
  const template = await createTemplate(database.address);
  const addresses = { kafkaBrokers: broker.address, databaseUrl: database.address, template, runFolder: run.path };
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
  await over;
  if (database.embedded === undefined) await execute(database.address, `DROP DATABASE IF EXISTS ${template}`);
}

/** Creates a migrated database that each test file copies: copying is much faster than migrating. */
async function createTemplate(databaseUrl: string): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await execute(databaseUrl, `CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await runCommand('migrate', [], { ...process.env, DATABASE_URL: url.href });
  return name;
}

async function execute(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
