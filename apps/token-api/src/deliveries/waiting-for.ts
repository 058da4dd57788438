import type { DeliveryState } from '#libs/contracts';

export const WAITS = ['retry', 'queue', 'circuit'] as const;
/** What keeps a pending delivery: its time has not come, others are ahead of it, or its receiver keeps us waiting. */
export type Wait = (typeof WAITS)[number];

interface Standing {
  readonly status: DeliveryState;
  readonly nextAttemptAt: Date | null;
}

/** Whether its next attempt may be made, as far as time goes. */
export const isDue = ({ status, nextAttemptAt }: Standing, nowMs: number): boolean =>
  status === 'pending' && (nextAttemptAt?.getTime() ?? 0) <= nowMs;

/** null = it does not wait: it has ended. */
export function waitingFor(delivery: Standing, { isCircuitOpen, nowMs }: { isCircuitOpen: boolean; nowMs: number }): Wait | null {
  if (delivery.status !== 'pending') return null;
  if (!isDue(delivery, nowMs)) return 'retry';
  return isCircuitOpen ? 'circuit' : 'queue';
}
