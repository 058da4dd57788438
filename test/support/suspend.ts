import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait-for.js';

/** Sends SIGSTOP and waits until all threads have stopped: a thread may continue for a moment after the signal, and answer. */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const threads = `/proc/${pid}/task`;
  const stands = (thread: string): boolean => stateOf(readFileSync(`${threads}/${thread}/stat`, 'utf8')) === 'T';
  await waitFor(() => readdirSync(threads).every(stands), { what: `process ${pid} to stop`, everyMs: 1 });
}

/** The process name may contain spaces and parentheses. */
const stateOf = (stat: string): string | undefined => stat.slice(stat.lastIndexOf(')') + 2)[0];
