import type { EtaUnknownForm, EventName, ReferenceKey, TrackingEvent, WebhookFormat } from '#libs/contracts';
import type { Secret } from '#libs/config';

/** What decides whether and in which form a receiver hears an event. */
export interface ReceiverFilter {
  readonly receiverId: string;
  readonly account: number;
  /** Empty = all. */
  readonly events: readonly EventName[];
  /** Empty = all. */
  readonly clients: readonly string[];
  readonly format: WebhookFormat;
  readonly etaUnknownForm: EtaUnknownForm;
}

/** What a POST needs, read anew for each attempt: a corrected URL or secret saves the remaining retries. */
export interface ReceiverEndpoint {
  readonly receiverId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly queryParameters: readonly ReferenceKey[];
  /** Standard Webhooks secrets in force, newest first; none = unsigned. */
  readonly signingSecrets: readonly Secret[];
  readonly timeoutMs: number;
}

export function wants(receiver: ReceiverFilter, event: TrackingEvent): boolean {
  const isWantedEvent = receiver.events.length === 0 || receiver.events.includes(event.payload.event);
  const isWantedClient = receiver.clients.length === 0 || receiver.clients.includes(event.payload.references.client);
  return isWantedEvent && isWantedClient;
}
