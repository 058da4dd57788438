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
  /** The zone of all times, which is no filter. */
  readonly zone?: string;
}

/** Returns the query of GET /consignments from the search part of the address. The API refuses a value that it does not know. */
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

/** Returns the tone of a status, which decides its colour. */
export function toneOf(status: string): Tone {
  if (GOOD.has(status)) return 'good';
  if (BAD.test(status)) return 'bad';
  return QUIET.has(status) ? 'quiet' : 'moving';
}
