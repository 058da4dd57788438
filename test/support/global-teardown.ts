import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stops broker and database, and fails the run if a test file has left an app running. */
export default async function globalTeardown(): Promise<void> {
  const { testStackHolder: holder } = globalThis as { testStackHolder?: ChildProcess };
  if (holder === undefined || process.env.TEST_STACK === undefined) return;
  const { runFolder } = JSON.parse(process.env.TEST_STACK) as { runFolder: string };
  const left = appsLeft(runFolder);
  const exited = once(holder, 'exit');
  holder.stdin?.end();
  await exited;
  if (left.length > 0) throw new Error(`test files have left apps running: ${left.join(', ')}`);
}

function appsLeft(runFolder: string): string[] {
  const folder = join(runFolder, 'children');
  const children = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string; stage: string },
  );
  return children.filter(({ stage }) => stage === 'app').map(({ name }) => name);
}
