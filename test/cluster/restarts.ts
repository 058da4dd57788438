import { NAMESPACE, RELEASE } from './installation.js';
import { kubectl } from './shell.js';

interface Ended {
  readonly reason?: string;
  readonly exitCode: number;
}

/** The part of `kubectl get pods -o json` that this module reads. */
export interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly status: {
      readonly containerStatuses?: readonly {
        readonly name: string;
        readonly restartCount: number;
        readonly state?: { readonly terminated?: Ended };
        readonly lastState?: { readonly terminated?: Ended };
      }[];
    };
  }[];
}

export interface Restart {
  readonly pod: string;
  readonly container: string;
  readonly how: string;
}

/**
 * Returns the containers that ended by themselves, restarted or not. A replaced pod does not count, nor does a container that ended with 0:
 * it was told to end.
 */
export function restartsIn({ items }: PodList): Restart[] {
  return items.flatMap(({ metadata: { name: pod }, status: { containerStatuses = [] } }) =>
    containerStatuses.flatMap(({ name: container, restartCount, state, lastState }) => {
      const ended = state?.terminated ?? lastState?.terminated;
      if (restartCount === 0 && (ended?.exitCode ?? 0) === 0) return [];
      return { pod, container, how: `${ended?.reason ?? 'no reason'}, exit code ${ended?.exitCode}, started again ${restartCount} times` };
    }),
  );
}

/** @throws with name and log of every container that ended by itself; this test causes no such end */
export async function expectNoRestart(): Promise<void> {
  const pods = await kubectl('-n', NAMESPACE, 'get', 'pods', '-l', `app.kubernetes.io/instance=${RELEASE}`, '-o', 'json');
  const told = await Promise.all(restartsIn(JSON.parse(pods) as PodList).map(tell));
  if (told.length > 0) throw new Error(`containers ended by themselves:\n${told.join('\n')}`);
}

async function tell({ pod, container, how }: Restart): Promise<string> {
  const log = (...args: string[]): Promise<string> => kubectl('-n', NAMESPACE, 'logs', pod, '-c', container, '--tail', '30', ...args);
  const lines = await log('--previous')
    .catch(() => log())
    .catch((error: Error) => error.message);
  return `${container} in ${pod}: ${how}\n${lines}`;
}
