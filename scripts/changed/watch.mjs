import { spawn } from 'node:child_process';
import { statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changesSince, filesOf } from './changes.mjs';

/** The wait after a change, because editors write a file in several steps. */
const SETTLE_MS = 200;

/** Runs a Node program now and after each change of the clone's files, until Ctrl-C. A change during a run starts another run. */
export async function runAtEachChange(root, commit, args) {
  let change = Promise.withResolvers();
  for (const folder of foldersOf(root)) watch(join(root, folder), { recursive: folder !== '' }, () => change.resolve());
  for (let ran; ; await change.promise, await pause(SETTLE_MS)) {
    change = Promise.withResolvers();
    const now = stateSince(root, commit);
    if (now === ran) continue; // a test or git wrote a file and removed it again
    ran = now;
    await run(root, args);
    process.stdout.write('\nThe next run begins when a file changes. Ctrl-C ends.\n');
  }
}

/** Returns the folders to watch, without the ones that git ignores; '' = the root. */
const foldersOf = (root) => new Set(['', ...filesOf(root).flatMap((file) => (file.includes('/') ? [file.split('/')[0]] : []))]);

function stateSince(root, commit) {
  const changes = changesSince(root, commit);
  return JSON.stringify(changes.map(({ file }) => [file, statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs]));
}

function run(root, args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const end = () => child.kill('SIGTERM');
  process.on('exit', end);
  return new Promise((resolve) =>
    child.on('exit', () => {
      process.off('exit', end);
      resolve();
    }),
  );
}
