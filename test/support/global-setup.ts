import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs once for a jest run: prepares the clone, starts a broker and a database (unless KAFKA_BROKERS / DATABASE_URL name them) and leaves
 * their addresses in TEST_STACK, which the test files inherit. Both run in a separate process that ends when this end of its stdin closes,
 * so a killed jest leaves nothing behind. jest loads this file as a CommonJS module: only Node's own modules can be imported here.
 */
export default async function globalSetup({ rootDir }: { rootDir: string }): Promise<void> {
  if (process.env.TEST_STACK !== undefined) return;
  prepare(rootDir);
  const holder = spawn(process.execPath, [join(rootDir, 'dist', 'scripts', 'stack', 'test-stack.main.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true, // Only jest gets Ctrl-C; the tear-down then stops this process in order.
  });
  process.env.TEST_STACK = await firstLine(holder);
  Object.assign(globalThis, { testStackHolder: holder });
}

function prepare(rootDir: string): void {
  const script = `import('./scripts/prepare/prepare.mjs').then(({ prepare, runMain }) => runMain(() => prepare({ tools: true })))`;
  const { status } = spawnSync(process.execPath, ['-e', script], { cwd: rootDir, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('the clone could not be prepared: see above');
}

function firstLine(holder: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    holder.once('exit', (code) => reject(new Error(`broker and database could not be started (exit code ${code}): see above`)));
    if (holder.stdout) createInterface({ input: holder.stdout }).once('line', resolve);
  });
}
