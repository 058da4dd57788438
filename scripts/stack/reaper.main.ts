import { existsSync } from 'node:fs';
import { reap } from './reap.js';
import { openRunFolder } from './run-folder.js';

/**
 * Outlives the starter in its own process group. The starter holds the other end of this stdin and never writes, so the pipe closes when the
 * starter ends for any reason. After a clean stop the run folder is gone; otherwise the reaper cleans up.
 */
const [, , path] = process.argv;
if (path === undefined) throw new Error('usage: reaper.main.js <run folder>');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.once('close', () => {
  if (existsSync(path)) void reap(openRunFolder(path));
});
