import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Authority } from '../../scripts/stack/certificates.js';
import type { Arrival, Counted, Told } from './sink.main.js';

/**
 * `ok` answers 200 at once. So does `count`, and `refuse` answers 503; both report only the number of requests. `slow` answers after a
 * second. The others imitate misbehaving receivers.
 */
export type Habit = 'ok' | 'count' | 'refuse' | 'slow' | 'hang' | 'drip' | 'error' | 'redirect';

export interface Sink {
  readonly pid: number;
  /** The PEM of the authority that signed its certificate. */
  readonly ca: string;
  /** @param name the receiver's name; `group/name` if it is counted in a group */
  readonly url: (habit: Habit, name: string) => string;
  /** Called with every arrival from now on. */
  onArrival: (arrival: Arrival) => void;
  /** Called every 100 ms with the requests to a group of `count` or `refuse` paths since the last call. */
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
  child.on('message', ({ arrivals, counted }: Told) => {
    arrivals.forEach((arrival) => sink.onArrival(arrival));
    counted.forEach((each) => sink.onCounted(each));
  });
  return sink;
}
