import { useSyncExternalStore } from 'react';
import { ApiUnreachable } from './fault.js';

let isAway = false;
const listeners = new Set<(isAway: boolean) => void>();

/** Notes how a request ended. @param error absent = the API answered */
export function noteAnswer(error?: Error): void {
  const next = error instanceof ApiUnreachable;
  if (next === isAway) return;
  isAway = next;
  for (const listener of listeners) listener(isAway);
}

export function onReachability(listener: (isAway: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the newest request found no API. */
export const useIsApiUnreachable = (): boolean => useSyncExternalStore(onReachability, () => isAway);
