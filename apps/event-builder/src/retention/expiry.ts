// Decides what is too old to be kept.
import { LONGEST_IN_DLQ_MS } from '#libs/contracts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export interface KeptDays {
  readonly scanRetentionDays: number;
  readonly eventRetentionDays: number;
  readonly deliveryRetentionDays: number;
  readonly consignmentRetentionDays: number;
  readonly consignmentIdleDays: number;
  readonly generationMemoryDays: number;
}

export interface WeekPartition {
  readonly table: 'scan' | 'event' | 'delivery' | 'delivery_attempt';
  readonly week: string;
  readonly endMs: number;
}

/**
 * Returns the partitions in which every row is too old, in the order in which they may be dropped. Deliveries go first; their attempts and
 * events follow. An event is kept at least as long as its deliveries, which are sent again from it.
 */
export function expiredPartitions<P extends WeekPartition>(standing: readonly P[], kept: KeptDays, nowMs: number): P[] {
  const days = {
    scan: kept.scanRetentionDays,
    event: Math.max(kept.eventRetentionDays, kept.deliveryRetentionDays),
    delivery: kept.deliveryRetentionDays,
    delivery_attempt: kept.deliveryRetentionDays,
  };
  return standing
    .filter(({ table, endMs }) => endMs <= nowMs - days[table] * DAY_MS)
    .toSorted((a, b) => ORDER.indexOf(a.table) - ORDER.indexOf(b.table) || a.endMs - b.endMs);
}

const ORDER: readonly WeekPartition['table'][] = ['scan', 'delivery', 'delivery_attempt', 'event'];

/**
 * The largest accepted difference of two clocks. Time zones and drift are no excuse: these are instants of machines that use a time server.
 */
const MOST_APART_MS = HOUR_MS;

/**
 * Returns why nothing may be removed: one of the two clocks is wrong, and rows that look months old may be from today.
 * @returns undefined when the clocks agree
 */
export function whyNotToTrust(nowMs: number, databaseNowMs: number): string | undefined {
  const apartMs = nowMs - databaseNowMs;
  if (Math.abs(apartMs) <= MOST_APART_MS) return undefined;
  const hours = Math.round(Math.abs(apartMs) / HOUR_MS);
  const times = `${new Date(nowMs).toISOString()} here, ${new Date(databaseNowMs).toISOString()} there`;
  return (
    `This clock is ${hours} h ${apartMs > 0 ? 'ahead of' : 'behind'} the database's (${times}): nothing was removed. ` +
    'Set the wrong clock by its time server; the next sweep then removes old rows.'
  );
}

/** Returns true while deliveries of the same week exist: one of them is pending, or could not be dropped yet. */
export const isNeeded = ({ table, week }: WeekPartition, weeksOfDeliveries: ReadonlySet<string>): boolean =>
  (table === 'delivery_attempt' || table === 'event') && weeksOfDeliveries.has(week);

/** Rows that have not changed since these moments may be removed, epoch ms. */
export interface Horizons {
  readonly finishedMs: number;
  readonly idleMs: number;
  readonly generationMs: number;
  readonly unmappedMs: number;
  readonly redeliveryMs: number;
  readonly deadLetterMs: number;
}

export const horizonsAt = (nowMs: number, kept: KeptDays): Horizons => ({
  finishedMs: nowMs - kept.consignmentRetentionDays * DAY_MS,
  idleMs: nowMs - kept.consignmentIdleDays * DAY_MS,
  generationMs: nowMs - kept.generationMemoryDays * DAY_MS,
  unmappedMs: nowMs - kept.scanRetentionDays * DAY_MS,
  redeliveryMs: nowMs - kept.deliveryRetentionDays * DAY_MS,
  deadLetterMs: nowMs - LONGEST_IN_DLQ_MS,
});
