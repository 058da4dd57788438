import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Authority } from '../../scripts/stack/certificates.js';
import type { Arrival, Counted, Told } from './sink.main.js';

/** `ok` answers 200 at once, `count` as well but says only how many came, `slow` after a second; the others are what receivers do to their senders. */
export type Habit = 'ok' | 'count' | 'slow' | 'hang' | 'drip' | 'error' | 'redirect';

export interface Sink {
  readonly pid: number;
  /** PEM of the authority that signed its certificate. */
  readonly ca: string;
  readonly url: (habit: Habit, name: string) => string;
  /** Called with everything that arrives from now on. */
  onArrival: (arrival: Arrival) => void;
  /** Told now and then how many came to `count` paths since the last time. */
  onCounted: (counted: Counted) => void;
  readonly close: () => void;
}

export async function startSink(authority: Authority): Promise<Sink> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'sink.main.js'));
  child.send(await authority.issue());
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const sink: Sink = {
    pid: child.pid ?? 0,
    ca: authority.certificatePem,
    url: (habit, name) => `https://127.0.0.1:${port}/${habit}/${name}`,
    onArrival: () => undefined,
    onCounted: () => undefined,
    close: () => child.disconnect(),
  };
  child.on('message', ({ arrivals = [], counted }: Told) => {
    arrivals.forEach((arrival) => sink.onArrival(arrival));
    if (counted) sink.onCounted(counted);
  });
  return sink;
}
