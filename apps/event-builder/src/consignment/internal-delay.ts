// onInternalDelay: the promised send_date went by and the carrier has not seen the parcel (domain D.8).
import { isCalendarDateText, parseInstantIn } from '#libs/contracts';
import { dayAfter } from './local-day.js';

/** The watch over one send_date; kept beside the consignment and mirrored in internal_delay_due, which the ticker polls. */
export interface InternalDelay {
  readonly state: 'armed' | 'fired' | 'disarmed';
  readonly sendDate: string;
  /** When the event says it happened, epoch ms: the breach, but not before the record that promised the date. */
  readonly happenedAtMs: number;
  /** When the ticker may fire, epoch ms: breach + grace. */
  readonly dueAtMs: number;
  /** Insertion time of the record that promised the date, epoch ms; unknown of those armed by an older version. */
  readonly armedAtMs?: number;
  /** Dates that were told before, each once: promised again, they would come under the same eventid. */
  readonly toldDates?: readonly string[];
}

const MOST_TOLD_DATES = 32;

export interface SendPromise {
  readonly sendDate: string | undefined;
  readonly warehouseZone: string;
  readonly graceMs: number;
  readonly recordOccurredAtMs: number;
  readonly recordCreatedAtMs?: number | undefined;
  /** A return, a cancelled parcel or one already with the carrier has nothing to be late for. */
  readonly isWatched: boolean;
}

/** A date is watched anew when it has changed, or the moment it comes to: zones and grace are corrected too. One that has fired stays fired, none is not watched. */
export function watchSendDate(known: InternalDelay | undefined, promise: SendPromise): InternalDelay | undefined {
  if (promise.sendDate === undefined) return disarm(known);
  const breachMs = breachOf(promise.sendDate, promise.warehouseZone);
  const dueAtMs = breachMs + promise.graceMs;
  if (known?.sendDate === promise.sendDate) {
    if (!promise.isWatched) return disarm(known);
    if (known.state === 'fired' || (known.state === 'armed' && known.dueAtMs === dueAtMs)) return known;
  }
  const toldDates =
    known?.state === 'fired' ? [...(known.toldDates ?? []), known.sendDate].slice(-MOST_TOLD_DATES) : (known?.toldDates ?? []);
  const armed = toldDates.includes(promise.sendDate) ? 'fired' : 'armed';
  return {
    ...(toldDates.length > 0 && { toldDates }),
    state: promise.isWatched ? armed : 'disarmed',
    sendDate: promise.sendDate,
    happenedAtMs: Math.max(breachMs, promise.recordOccurredAtMs),
    dueAtMs,
    ...(promise.recordCreatedAtMs !== undefined && { armedAtMs: promise.recordCreatedAtMs }),
  };
}

export const disarm = (delay: InternalDelay | undefined): InternalDelay | undefined =>
  delay?.state === 'armed' ? { ...delay, state: 'disarmed' } : delay;

/** The warehouse has said it is late before the clock did: the date is dealt with, also where it is not watched now and may be again. */
export const fire = (delay: InternalDelay | undefined): InternalDelay | undefined =>
  delay === undefined || delay.state === 'fired' ? delay : { ...delay, state: 'fired' };

/** The first moment at which the promise is broken: the day after the date begins, or the stated instant itself. */
export function breachOf(sendDate: string, warehouseZone: string): number {
  const text = isCalendarDateText(sendDate) ? `${dayAfter(sendDate)}T00:00:00` : sendDate;
  const breachMs = parseInstantIn(text, warehouseZone);
  if (breachMs === undefined) throw new RangeError(`send_date "${sendDate}" passed the door but is no moment in ${warehouseZone}`);
  return breachMs;
}
