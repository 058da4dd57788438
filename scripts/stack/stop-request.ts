import { type Screen } from '#libs/demo';
import { killAll } from './reap.js';
import { type RunFolder } from './run-folder.js';

const PARENT_CHECK_MS = 250;

/** Resolves with the reason to stop: Ctrl-C, SIGTERM, a closed terminal, or a killed parent (npm). A second Ctrl-C ends everything at once. */
export function stopRequest(run: RunFolder, screen: Screen): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (reason: string): void => {
      if (asked) return killAll(run);
      asked = true;
      screen.line();
      screen.step(`${reason}: stopping`);
      resolve(reason);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
    watchParent(() => ask('npm has gone'));
  });
}

/** npm forwards SIGTERM, but cannot forward SIGKILL: after SIGKILL this process gets another parent. */
function watchParent(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}
