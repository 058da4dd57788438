import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Once for a jest run: prepares the clone, starts a broker and a database (unless KAFKA_BROKERS / DATABASE_URL name some) and leaves
 * their addresses in TEST_STACK, which the test files inherit. They live in a separate process that ends when this end of its
 * stdin closes, so a jest that is killed leaves nothing.
 * jest loads this file as a CommonJS module: only node's own modules can be imported here.
 */
export default async function globalSetup({ rootDir }: { rootDir: string }): Promise<void> {
  if (process.env.TEST_STACK !== undefined) return;
  prepare(rootDir);
  const holder = spawn(process.execPath, [join(rootDir, 'dist', 'scripts', 'stack', 'test-stack.main.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true, // Ctrl-C in the terminal must reach jest alone: the tear-down stops it in order
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
