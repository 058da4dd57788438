import { type DeliveryStatus, type ExpectedDelivery, isFailedAttempt, isSameExpectedDelivery } from '#libs/contracts';
import type { Latest } from '../consignment/consignment.js';
import { localDay } from '../consignment/local-day.js';

export type KnownExpectedDelivery = Latest<ExpectedDelivery | null> | undefined;

/** The date in one scan. `stated`: undefined = none, null = withdrawn. */
export interface DateNotice {
  readonly stated: ExpectedDelivery | null | undefined;
  readonly status: DeliveryStatus;
  readonly occurredAtMs: number;
}

export interface DateChange {
  readonly expectedDelivery: KnownExpectedDelivery;
  /** True when the change causes onScheduled. */
  readonly isAnnounced: boolean;
}

const isOvertaking = (status: DeliveryStatus): boolean => isFailedAttempt(status) || status === 'Return' || status === 'Cancelled';

/** Applies the date of a scan unless a newer date is known; a withdrawn date is not announced (domain D.6). */
export function changeExpectedDelivery(known: KnownExpectedDelivery, notice: DateNotice): DateChange {
  const stated = notice.stated === undefined && isOvertaking(notice.status) ? null : notice.stated;
  if (stated === undefined) return { expectedDelivery: known, isAnnounced: false };
  if (known !== undefined && notice.occurredAtMs < known.asOfMs) return { expectedDelivery: known, isAnnounced: false };
  return {
    expectedDelivery: { value: stated, asOfMs: notice.occurredAtMs },
    isAnnounced: stated !== null && !isSameExpectedDelivery(stated, known?.value ?? null),
  };
}

/** Returns the date that may be sent at a moment. A past date is no longer reliable, except as the promised date of a delivered parcel. */
export function reliableDate(
  known: KnownExpectedDelivery,
  at: { happenedAtMs: number; zone: string; isDelivered: boolean },
): ExpectedDelivery | null {
  const date = known?.value ?? null;
  if (date === null || at.isDelivered) return date;
  return date.endDate < localDay(at.happenedAtMs, at.zone) ? null : date;
}
