// Warnings about an accepted record that depend on more than the record itself.
import { isReusedNumber, type RetailerRecord } from '#libs/contracts';

export const RECORD_WARNINGS = ['no_tracking_link', 'erased', 'removed'] as const;

export interface RecordWarning {
  readonly code: (typeof RECORD_WARNINGS)[number];
  readonly detail: string;
}

/** The state of the parcel in the account. */
export interface ParcelStanding {
  readonly isKnown: boolean;
  /** When the final event of the known parcel happened, epoch ms. */
  readonly finalEventMs: number | null;
  readonly erasedAt: Date | null;
  /** When the last parcel of the number ended, if its data are no longer kept. */
  readonly removedAt: Date | null;
}

const NO_LINK: RecordWarning = {
  code: 'no_tracking_link',
  detail:
    'The record has no tracking link. It becomes a dead letter unless the tracking page of the courier is known or a waiting scan has a link. Send links.tracking_link to be sure.',
};

export function recordWarnings(
  { trackingLink, occurredAtMs }: Pick<RetailerRecord, 'trackingLink' | 'occurredAtMs'>,
  { isKnown, finalEventMs, erasedAt, removedAt }: ParcelStanding,
): RecordWarning[] {
  if (isKnown && !isReusedNumber(finalEventMs ?? undefined, occurredAtMs)) return [];
  const isOfPast = (end: Date | null): end is Date => end !== null && !isReusedNumber(end.getTime(), occurredAtMs);
  if (isOfPast(erasedAt)) {
    return [leftOut('erased', `The data of this parcel were erased on request at ${erasedAt.toISOString()}`)];
  }
  if (isOfPast(removedAt)) {
    return [leftOut('removed', `A parcel of this number ended at ${removedAt.toISOString()}, and its data are no longer kept`)];
  }
  return trackingLink === undefined ? [NO_LINK] : [];
}

const leftOut = (code: 'erased' | 'removed', why: string): RecordWarning => ({
  code,
  detail: `${why}. Records whose occurred_at is within 90 days of that time are left out.`,
});
