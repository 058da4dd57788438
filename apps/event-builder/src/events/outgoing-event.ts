import type { TrackingEvent } from '#libs/contracts';

/** A decided event as it is published and stored. */
export interface OutgoingEvent {
  readonly event: TrackingEvent;
  /** The payload as JSON in UTF-8, written once for the message and for the row. */
  readonly body: Buffer;
  /** The scan_id, transfer_id or send_date that caused the event, for the log. */
  readonly causedBy: string;
  readonly traceparent: string | undefined;
}
