import { spawn } from 'node:child_process';
import { compiled } from './clone.js';
import { type RunFolder } from './run-folder.js';

export interface Reaper {
  /** Call it after the run folder was removed. The reaper then finds nothing to do. */
  dismiss(): void;
}

/** Starts the process that cleans up if the starter is killed. A killed reaper is replaced. */
export function startReaper(run: RunFolder): Reaper {
  let dismissed = false;
  const startedMs = Date.now();
  const child = spawn(process.execPath, [compiled('scripts/stack/reaper.main'), run.path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' }, // a caller's debugger or profiler is meant for the apps
  });
  let current: Reaper = { dismiss: () => child.stdin?.destroy() };
  child.unref();
  child.on('exit', () => {
    const isBroken = Date.now() - startedMs < 1_000; // a replacement would die again and again
    if (!dismissed && !isBroken) current = startReaper(run);
  });
  child.stdin?.on('error', () => undefined);
  return {
    dismiss: () => {
      dismissed = true;
      current.dismiss();
    },
  };
}
