// Whether a receiver gets an event, and the list of events that changes it. An empty list means all events.
import type { EventName } from '../api/schemas.js';

export type Subscription =
  | { readonly kind: 'all'; readonly without: readonly EventName[] }
  | { readonly kind: 'listed'; readonly without: readonly EventName[] }
  /** Without it the list would be empty, which means all. */
  | { readonly kind: 'only' }
  | { readonly kind: 'absent'; readonly withIt: readonly EventName[] };

interface Wanted {
  /** Of the receiver. */
  readonly events: readonly EventName[];
  readonly event: EventName;
  readonly all: readonly EventName[];
}

export function subscriptionOf({ events, event, all }: Wanted): Subscription {
  const without = (list: readonly EventName[]): readonly EventName[] => list.filter((name) => name !== event);
  if (events.length === 0) return { kind: 'all', without: without(all) };
  if (!events.includes(event)) return { kind: 'absent', withIt: [...events, event] };
  const others = without(events);
  return others.length === 0 ? { kind: 'only' } : { kind: 'listed', without: others };
}

/** @returns the new list; undefined = the receiver is as one wants it, or its last event would go and leave all */
export function changedEvents(subscription: Subscription, wantsIt: boolean): readonly EventName[] | undefined {
  if (subscription.kind === 'only') return undefined;
  if (subscription.kind === 'absent') return wantsIt ? subscription.withIt : undefined;
  return wantsIt ? undefined : subscription.without;
}
