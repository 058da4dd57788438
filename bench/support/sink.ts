import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Authority } from '../../scripts/stack/certificates.js';
import type { Arrival } from './sink.main.js';

/** `ok` answers 200 at once, `slow` after a second; the others are what receivers do to their senders. */
export type Habit = 'ok' | 'slow' | 'hang' | 'drip' | 'error' | 'redirect';

export interface Sink {
  readonly pid: number;
  readonly url: (habit: Habit, name: string) => string;
  /** Called with everything that arrives from now on. */
  onArrival: (arrival: Arrival) => void;
  readonly close: () => void;
}

export async function startSink(authority: Authority): Promise<Sink> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'sink.main.js'));
  child.send(await authority.issue());
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const sink: Sink = {
    pid: child.pid ?? 0,
    url: (habit, name) => `https://127.0.0.1:${port}/${habit}/${name}`,
    onArrival: () => undefined,
    close: () => child.disconnect(),
  };
  child.on('message', ({ arrivals = [] }: { arrivals?: readonly Arrival[] }) => arrivals.forEach((arrival) => sink.onArrival(arrival)));
  return sink;
}
