import type { TrackingEvent } from '#libs/contracts';

/** A decided event as it is published and stored. */
export interface OutgoingEvent {
  readonly event: TrackingEvent;
  /** The payload as text: written once, for the row and for the message. */
  readonly payloadJson: string;
  /** scan_id, transfer_id or send_date of what made it happen, for the log. */
  readonly causedBy: string;
  readonly traceparent: string | undefined;
}
