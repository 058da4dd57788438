import type { EventName } from '../vocabulary.js';
import type { WebhookEventName } from './operational-event.js';

/** The part of a receiver's configuration that selects its events. */
export interface ReceiverFilter {
  /** Empty = the eleven. An operational event goes only to receivers that name it; `clients` does not apply to it. */
  readonly events: readonly WebhookEventName[];
  /** Empty = all. A long list may be reduced to the clients of the events for which it was read. */
  readonly clients: readonly string[];
}

/** The fields of an event that a receiver's filter reads. */
interface FilteredEvent {
  readonly event: EventName;
  readonly references: { readonly client: string };
}

/** True when the event is for the receiver. Sending, explaining and searching for missing deliveries all use this rule. */
export const wants = (receiver: ReceiverFilter, event: FilteredEvent): boolean =>
  wantsEvent(receiver, event) && wantsClient(receiver, event);

export const wantsEvent = ({ events }: ReceiverFilter, { event }: FilteredEvent): boolean => events.length === 0 || events.includes(event);

export const wantsClient = ({ clients }: ReceiverFilter, { references }: FilteredEvent): boolean =>
  clients.length === 0 || clients.includes(references.client);
