import type { EventName } from '../api/schemas.js';
import type { ParcelStatus } from '../api/vocabulary.js';

export interface ParcelSearch {
  readonly q?: string;
  readonly courier?: string;
  readonly status?: string;
  readonly event?: string;
  readonly client?: string;
  readonly orderNo?: string;
  readonly failing?: string;
  readonly from?: string;
  readonly to?: string;
  /** The zone of all times; it is no filter. */
  readonly zone?: string;
}

/** The search part of the address as the query of GET /consignments; the API names a value that it does not know. */
export function toParcelFilter(search: ParcelSearch) {
  const { status, event, failing, zone: _, ...texts } = search;
  return {
    ...texts,
    ...(status !== undefined && { status: status as ParcelStatus }),
    ...(event !== undefined && { event: event as EventName }),
    ...(failing !== undefined && { failing: 'true' as const }),
  };
}

export type ParcelFilter = ReturnType<typeof toParcelFilter>;

export type Tone = 'good' | 'bad' | 'moving' | 'quiet';

const GOOD: ReadonlySet<string> = new Set(['Delivered', 'PartiallyDelivered', 'PickupReadyToday', 'PickupReadyNextDay']);
const BAD = /^(FailedAttempt|Exception|Return|WarehouseDelay|Cancelled|unmapped)/;
const QUIET: ReadonlySet<string> = new Set(['Pending', 'None', 'Ignore', 'InternalStatus']);

/** How a status is coloured. */
export function toneOf(status: string): Tone {
  if (GOOD.has(status)) return 'good';
  if (BAD.test(status)) return 'bad';
  return QUIET.has(status) ? 'quiet' : 'moving';
}
