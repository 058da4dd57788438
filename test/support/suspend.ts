import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait-for.js';

/** SIGSTOP. A thread may go on for a moment after the signal, and answer: this waits until all stand still. */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const threads = `/proc/${pid}/task`;
  const stands = (thread: string): boolean => stateOf(readFileSync(`${threads}/${thread}/stat`, 'utf8')) === 'T';
  await waitFor(() => readdirSync(threads).every(stands), { what: `process ${pid} to stand still`, everyMs: 1 });
}

/** The name before it may have blanks and parentheses. */
const stateOf = (stat: string): string | undefined => stat.slice(stat.lastIndexOf(')') + 2)[0];
