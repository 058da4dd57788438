import { createScreen, type Screen } from '#libs/demo';
import { type StartOptions } from '../prepare/start-options.mjs';
import { type Timings } from '../prepare/timings.mjs';
import { claimDataFolder, type DataFolder } from './data-folder.js';
import { EndedParts } from './ended-parts.js';
import { reap } from './reap.js';
import { startReaper } from './reaper.js';
import { abandonedRunFolders, createRunFolder, type RunFolder } from './run-folder.js';
import { StackError } from './stack-error.js';
import { runStack } from './stack.js';
import { stopRequest } from './stop-request.js';

/** The arguments from scripts/start.mjs, which runs from the sources; this file runs from dist. */
export interface StackStart {
  readonly options: StartOptions;
  readonly timings: Timings;
  /** Installs the packages that the first webhook did not need, and builds the console's page if it is out of date. */
  readonly preparePage: () => Promise<void>;
}

/** Runs `npm start` after the clone is prepared: until it is stopped, or with --once until the demonstration is over. */
export async function start({ options, timings, preparePage }: StackStart): Promise<never> {
  const screen = createScreen(process.stdout, process.env);
  const run = createRunFolder();
  const reaper = startReaper(run);
  const stop = stopRequest(run, screen);
  const ended = new EndedParts();
  let kept: DataFolder | undefined;
  let exitCode = 0;
  try {
    await sweep();
    kept = claimDataFolder(options.dataFolder, run, process.env.SECRETS_KEY);
    exitCode = await Promise.race([
      runStack({ options, run, screen, kept, caller: process.env, timings, ended, preparePage }),
      stop.then(() => (options.once ? 130 : 0)),
    ]);
  } catch (error) {
    exitCode = 1;
    report(screen, error);
  }
  await end(run, screen);
  ended.lines().forEach((line) => screen.warn(line));
  kept?.release();
  reaper.dismiss();
  process.exit(exitCode);
}

/** Cleans up after a starter and its reaper that were both killed. */
async function sweep(): Promise<void> {
  for (const abandoned of abandonedRunFolders()) await reap(abandoned);
}

async function end(run: RunFolder, screen: Screen): Promise<void> {
  const startedMs = Date.now();
  await reap(run);
  screen.step('everything stopped', Date.now() - startedMs);
}

function report(screen: Screen, error: unknown): void {
  const isOurs = error instanceof StackError;
  const text = error instanceof Error ? ((isOurs ? error.message : error.stack) ?? error.message) : String(error);
  text.split('\n').forEach((line) => screen.warn(line));
}
