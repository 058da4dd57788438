// onInternalDelay: the promised send_date has passed and the carrier has not seen the parcel (domain D.8).
import { isCalendarDateText, parseInstantIn } from '#libs/contracts';
import type { InternalDelay, PromisedDate } from '../consignment/consignment.js';
import { dayAfter } from '../consignment/local-day.js';

const MOST_TOLD_DATES = 32;
const MOST_PROMISES = 32;

export interface SendPromise {
  readonly sendDate: string | undefined;
  readonly warehouseZone: string;
  readonly graceMs: number;
  readonly recordOccurredAtMs: number;
  readonly recordCreatedAtMs: number;
  /** True for the record that opens the parcel: nothing was promised before. */
  readonly isFirst: boolean;
  readonly warehouseDelayMs?: number | undefined;
  /** False for a return, a cancelled parcel or a parcel already with the carrier: it cannot be late. */
  readonly isWatched: boolean;
}

/**
 * Watches a send_date. Arms the watch again when the date or its moment has changed, because zones and grace are corrected too. A fired
 * date stays fired. Without a date nothing is watched.
 */
export function watchSendDate(known: InternalDelay | undefined, promise: SendPromise): InternalDelay | undefined {
  if (promise.sendDate === undefined) return disarm(known);
  const breachMs = breachOf(promise.sendDate, promise.warehouseZone);
  const dueAtMs = breachMs + promise.graceMs;
  if (known?.sendDate === promise.sendDate) {
    if (!promise.isWatched) return disarm(known);
    if (known.state === 'fired' || (known.state === 'armed' && known.dueAtMs === dueAtMs)) return known;
  }
  const toldDates = known?.state === 'fired' ? withTold(known, known.sendDate) : (known?.toldDates ?? []);
  const promises = promisesAfter(known, promise.sendDate, promise.isFirst ? 0 : promise.recordOccurredAtMs);
  // A delay that the warehouse reports may be read before the record with the date.
  const isTold = toldDates.includes(promise.sendDate) || (promise.warehouseDelayMs ?? -Infinity) >= promises.at(-1)!.sinceMs;
  const watched = isTold ? 'fired' : 'armed';
  return {
    ...(toldDates.length > 0 && { toldDates }),
    state: promise.isWatched ? watched : 'disarmed',
    sendDate: promise.sendDate,
    happenedAtMs: Math.max(breachMs, promise.recordOccurredAtMs),
    dueAtMs,
    armedAtMs: promise.recordCreatedAtMs,
    promises,
  };
}

function promisesAfter(known: InternalDelay | undefined, sendDate: string, sinceMs: number): readonly PromisedDate[] {
  const promises = known?.promises ?? [];
  return promises.at(-1)?.sendDate === sendDate ? promises : [...promises, { sendDate, sinceMs }].slice(-MOST_PROMISES);
}

const withTold = ({ toldDates = [] }: InternalDelay, sendDate: string): readonly string[] =>
  [...toldDates, sendDate].slice(-MOST_TOLD_DATES);

export const disarm = (delay: InternalDelay | undefined): InternalDelay | undefined =>
  delay?.state === 'armed' ? { ...delay, state: 'disarmed' } : delay;

export const fire = (delay: InternalDelay): InternalDelay => (delay.state === 'fired' ? delay : { ...delay, state: 'fired' });

/**
 * Settles the date that was promised at `atMs`, because the warehouse itself has reported a delay for it: no event follows, even if the
 * date is watched again later. Records arrive in another topic, so the present date may have been promised after `atMs`.
 */
export function settlePromiseAt(delay: InternalDelay | undefined, atMs: number): InternalDelay | undefined {
  if (delay === undefined) return undefined;
  const told = delay.promises.findLast(({ sinceMs }) => sinceMs <= atMs)?.sendDate;
  if (told === undefined) return delay;
  if (told === delay.sendDate) return fire(delay);
  return delay.toldDates?.includes(told) ? delay : { ...delay, toldDates: withTold(delay, told) };
}

/** Returns the first moment at which the promise is broken: the start of the day after the date, or the stated instant itself. */
export function breachOf(sendDate: string, warehouseZone: string): number {
  const text = isCalendarDateText(sendDate) ? `${dayAfter(sendDate)}T00:00:00` : sendDate;
  const breachMs = parseInstantIn(text, warehouseZone);
  if (breachMs === undefined) throw new RangeError(`send_date "${sendDate}" was accepted but is not a moment in ${warehouseZone}`);
  return breachMs;
}
