// A finding of an explanation: a code for programs, sentences for people, and the subject of both.

/** The codes in the order of the chain: record, scan, reading, event, receiver, delivery. */
export const FINDING_CODES = [
  'no_record',
  'record_dead_letter',
  'record_left_out',
  'scans_waiting',
  'scan_dead_letter',
  'no_scan',
  'earlier_parcel',
  'unmapped',
  'status_without_event',
  'late_scan',
  'no_update',
  'already_announced',
  'no_date',
  'no_send_date',
  'send_date_ahead',
  'sent_in_time',
  'event_not_kept',
  'no_receiver',
  'created_later',
  'receiver_deleted',
  'switched_off',
  'disabled',
  'event_filter',
  'content_filter',
  'not_fanned_out',
  'pending_retry',
  'pending_queue',
  'pending_circuit',
  'pending_hold',
  'pending_limit',
  'exhausted',
  'expired',
  'cancelled',
  'delivered',
  'nothing_notable',
  'not_all_explained',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

export const SEVERITIES = ['problem', 'waiting', 'info'] as const;
/** `problem` = something is lost or will not come; `waiting` = it comes without action; `info` = all is as intended. */
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** States what happened or did not happen, and why. */
  readonly meaning: string;
  readonly toDo: string;
  /** The time of the finding; null = it has no single moment. */
  readonly at: Date | null;
  /** The id as the sender of the scan wrote it. */
  readonly scanId: string | null;
  readonly eventid: string | null;
  readonly receiverId: string | null;
  readonly deliveryId: string | null;
}

export type FindingContent = Pick<Finding, 'code' | 'severity' | 'meaning' | 'toDo'>;
type About = Partial<Omit<Finding, keyof FindingContent>>;

export const NOTHING_TO_DO = 'Nothing.';

export const finding = (content: FindingContent, about: About = {}): Finding => ({
  at: null,
  scanId: null,
  eventid: null,
  receiverId: null,
  deliveryId: null,
  ...about,
  ...content,
});
