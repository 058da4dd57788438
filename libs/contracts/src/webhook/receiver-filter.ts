import type { EventName } from '../vocabulary.js';
import type { WebhookEventName } from './operational-event.js';

/** Which events a receiver gets, by its own configuration. */
export interface ReceiverFilter {
  /** Empty = the eleven. An operational event goes only to receivers that name it, and `clients` says nothing of it. */
  readonly events: readonly WebhookEventName[];
  /** Empty = all. Of a longer list at least those that the events are of for which it was read. */
  readonly clients: readonly string[];
}

/** What the filter of a receiver reads of an event. */
interface FilteredEvent {
  readonly event: EventName;
  readonly references: { readonly client: string };
}

/** Whether the event is for the receiver: the one rule for what is sent, what is explained and what is missing. */
export const wants = (receiver: ReceiverFilter, event: FilteredEvent): boolean =>
  wantsEvent(receiver, event) && wantsClient(receiver, event);

export const wantsEvent = ({ events }: ReceiverFilter, { event }: FilteredEvent): boolean => events.length === 0 || events.includes(event);

export const wantsClient = ({ clients }: ReceiverFilter, { references }: FilteredEvent): boolean =>
  clients.length === 0 || clients.includes(references.client);
