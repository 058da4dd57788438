import { setTimeout as pause } from 'node:timers/promises';
import { type Child, type Exit } from './child.js';
import { isOpen, type RunFolder } from './run-folder.js';

/** A process that is restarted whenever it ends, like under an orchestrator. */
export interface Supervised {
  readonly name: string;
  readonly pid: () => number;
}

export interface Supervision {
  readonly run: RunFolder;
  readonly first: Child;
  /** Restarts the process with the same ports and files. */
  restart(): Promise<Child>;
  /** Called with the reason of the end, before the restart. */
  onEnd(child: Child, exit: Exit): void;
  /** Called when the new process runs. Its pid is different. */
  onRestart(child: Child): void;
}

const STEADY_AFTER_MS = 10_000;
const DELAYS_MS = [100, 300, 500, 700, 900];

export function supervise(supervision: Supervision): Supervised {
  let current = supervision.first;
  void keepAlive(supervision, (child) => (current = child));
  return { name: supervision.first.name, pid: () => current.pid };
}

/** Waits longer after each early death, so that a process that cannot live does not use up the machine. */
async function keepAlive(supervision: Supervision, onChild: (child: Child) => void): Promise<void> {
  let child = supervision.first;
  for (let youngDeaths = 0; ;) {
    const startedMs = Date.now();
    const exit = await child.exited;
    if (!isOpen(supervision.run)) return;
    supervision.onEnd(child, exit);
    youngDeaths = Date.now() - startedMs > STEADY_AFTER_MS ? 0 : youngDeaths + 1;
    await pause(DELAYS_MS[Math.min(Math.max(youngDeaths - 1, 0), DELAYS_MS.length - 1)]);
    const next = await restarted(supervision);
    if (next === undefined) return;
    child = next;
    onChild(child);
    supervision.onRestart(child);
  }
}

async function restarted(supervision: Supervision): Promise<Child | undefined> {
  while (isOpen(supervision.run)) {
    try {
      return await supervision.restart();
    } catch {
      await pause(1_000); // for instance, the shared memory of a killed database is not free yet
    }
  }
  return undefined;
}
