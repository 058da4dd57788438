// A run that sends many deliveries again. It belongs to the console, not to a view, and goes on when a person leaves the list.
import { useSyncExternalStore } from 'react';
import { api } from '../api/client.js';
import { answerOf, ApiUnreachable, ApiFault } from '../api/fault.js';
import { namedSession } from '../api/queries.js';

export interface Run {
  /** The session that began the run: the next person at this screen must not see it. */
  readonly session: ReturnType<typeof namedSession>;
  readonly state: 'running' | 'finished' | 'stopped';
  readonly total: number;
  readonly done: number;
  /** The orders that were made. */
  readonly redeliveryIds: readonly string[];
  /** The refusals of the API, and how often each came. */
  readonly faults: ReadonlyMap<string, number>;
}

const AT_ONCE = 4;
const MOST_TRIES = 10;
const PAUSE_MS = 3_000;

let run: Run | undefined;
/** The number of the newest run. Requests of a stopped run may still be under way when the next run begins. */
let order = 0;
const listeners = new Set<() => void>();

function change(next: Run | undefined): void {
  run = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRun = (): Run | undefined => useSyncExternalStore(subscribe, () => (run?.session === namedSession() ? run : undefined));

export const stopRun = (): void => {
  if (run?.state === 'running') change({ ...run, state: 'stopped' });
};

export const dismissRun = (): void => change(undefined);

/** @returns the run at its end */
export async function startRun(deliveryIds: readonly string[]): Promise<Run> {
  const mine = ++order;
  change({ session: namedSession(), state: 'running', total: deliveryIds.length, done: 0, redeliveryIds: [], faults: new Map() });
  const open = deliveryIds.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendEach(open, mine)));
  const ended: Run = { ...run!, state: isRunning(mine) ? 'finished' : 'stopped' };
  if (isRunning(mine)) change(ended);
  return ended;
}

const isRunning = (mine: number): boolean => order === mine && run?.state === 'running';

async function sendEach(open: Iterator<string> & Iterable<string>, mine: number): Promise<void> {
  for (const deliveryId of open) {
    if (!isRunning(mine)) return;
    // oxlint-disable-next-line no-await-in-loop -- each of the few senders sends one delivery after the other
    const sent = await sendAgain({ deliveryId, key: crypto.randomUUID(), mine }).then(
      (redeliveryId) => ({ redeliveryId }),
      (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
    );
    if (order === mine) note(sent);
  }
}

type Sent = { readonly redeliveryId: string } | { readonly fault: string };

function note(sent: Sent): void {
  if (run === undefined) return;
  const done = run.done + 1;
  if ('redeliveryId' in sent) return change({ ...run, done, redeliveryIds: [...run.redeliveryIds, sent.redeliveryId] });
  change({ ...run, done, faults: new Map(run.faults).set(sent.fault, (run.faults.get(sent.fault) ?? 0) + 1) });
}

interface Sending {
  readonly deliveryId: string;
  /** A repeated request with the same key makes no second order. */
  readonly key: string;
  readonly mine: number;
}

/** @returns redeliveryId */
async function sendAgain(sending: Sending, tries = 1): Promise<string> {
  const { deliveryId, key, mine } = sending;
  try {
    const params = { path: { deliveryId }, header: { 'Idempotency-Key': key } };
    return (await answerOf(api.POST('/deliveries/{deliveryId}/redeliver', { params }))).redeliveryId;
  } catch (error) {
    const mayPass = error instanceof ApiUnreachable || (error instanceof ApiFault && error.status === 429);
    if (!mayPass || tries >= MOST_TRIES || !isRunning(mine)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return sendAgain(sending, tries + 1);
  }
}
