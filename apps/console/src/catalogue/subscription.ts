// Whether a receiver gets an event, and the new list of events that changes that. An empty list means all eleven, without operational events.
import type { EventName, WebhookEventName } from '../api/schemas.js';

export type Subscription =
  | { readonly kind: 'all'; readonly without: readonly WebhookEventName[] }
  | { readonly kind: 'listed'; readonly without: readonly WebhookEventName[] }
  /** The event is the only one of the list. Without it the list would be empty, which means all events. */
  | { readonly kind: 'only' }
  | { readonly kind: 'absent'; readonly withIt: readonly WebhookEventName[] };

interface Wanted {
  /** The events in the list of the receiver. */
  readonly events: readonly WebhookEventName[];
  readonly event: WebhookEventName;
  /** The eleven. */
  readonly all: readonly EventName[];
}

export function subscriptionOf({ events, event, all }: Wanted): Subscription {
  const without = (list: readonly WebhookEventName[]): readonly WebhookEventName[] => list.filter((name) => name !== event);
  const isOperational = !all.some((name) => name === event);
  // the list must name the eleven from now on: with the operational event alone, the receiver would lose them
  if (events.length === 0) return isOperational ? { kind: 'absent', withIt: [...all, event] } : { kind: 'all', without: without(all) };
  if (!events.includes(event)) return { kind: 'absent', withIt: [...events, event] };
  const others = without(events);
  return others.length === 0 ? { kind: 'only' } : { kind: 'listed', without: others };
}

/** @returns the new list; undefined = nothing has to change, or an empty list would mean all events */
export function changedEvents(subscription: Subscription, wantsIt: boolean): readonly WebhookEventName[] | undefined {
  if (subscription.kind === 'only') return undefined;
  if (subscription.kind === 'absent') return wantsIt ? subscription.withIt : undefined;
  return wantsIt ? undefined : subscription.without;
}
