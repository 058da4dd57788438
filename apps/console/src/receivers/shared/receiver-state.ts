// The health of a receiver as the API judges it → its place in a list and a sentence. The console does not judge.
import type { Schemas } from '../../api/schemas.js';
import { cached } from '../../times/zone-time.js';
import { receiversWords } from '../../words/receivers.words.js';
import { sharedWords } from '../../words/shared.words.js';
import { httpStatusText } from './http-status.js';
import { reasonText } from './reason-text.js';

type Listed = Schemas['ListedReceiver'];
type Judged = Pick<Listed, 'disabled' | 'health'>;
export type HealthState = Listed['health']['state'];

/** The worst first. */
const STATES: readonly HealthState[] = ['failing', 'circuit_open', 'disabled', 'held', 'limited', 'new', 'switched_off', 'healthy'];

const { cause, why, advice } = receiversWords;

/** `500 Internal Server Error`, `No answer in time` */
export const failureText = ({ outcome, httpStatus }: NonNullable<Listed['health']['lastFailure']>): string =>
  outcome === 'http_status' && httpStatus !== null ? httpStatusText(httpStatus) : sharedWords.outcome[outcome];

/** Whether a receiver without a result is not a new receiver: it was switched on again. */
const isAgain = ({ lastFailure }: Pick<Listed['health'], 'lastFailure'>): boolean => lastFailure !== null;

/** The word of the badge. */
export const stateText = (health: Pick<Listed['health'], 'state' | 'lastFailure'>): string =>
  health.state === 'new' && isAgain(health) ? receiversWords.switchedOnState : receiversWords.state[health.state];

/** Whether somebody must repair the receiver, or send its failed deliveries. */
export const needsSomebody = ({ health: { state, stillFailed } }: Pick<Listed, 'health'>): boolean =>
  isFailing(state) || state === 'disabled' || stillFailed > 0;

/** Whether webhooks would fail again if they were sent now. */
export const isFailing = (state: HealthState): boolean => state === 'failing' || state === 'circuit_open';

/** Returns the problem in a few words: `500 Internal Server Error since 16:35, 74 not delivered`. */
export function whyOf(receiver: Judged, nowMs: number, zone: string): string {
  const { stillFailed } = receiver.health;
  const wrong = wrongOf(receiver, nowMs, zone);
  return [wrong, ...(stillFailed > 0 ? [why.notDelivered(stillFailedText([stillFailed]))] : [])].join(', ');
}

function wrongOf({ disabled, health: { state, since, lastFailure, lastSuccessAt } }: Judged, nowMs: number, zone: string): string {
  const sinceThen = sinceWords(since, nowMs, zone);
  if (disabled !== null) return why.disabled[disabled.reason](since === null ? '' : atText(since, nowMs, zone));
  if (state === 'switched_off') return why.switchedOff + sinceThen;
  if (state === 'circuit_open') return why.noAnswer + sinceThen;
  if (lastFailure === null || state === 'held' || state === 'limited') return receiversWords.state[state];
  // the outage may be older than its latest cause
  if (state === 'failing') return failureText(lastFailure) + sinceWords(lastFailure.since ?? since, nowMs, zone);
  if (state === 'new') return why.untried(failureText(lastFailure));
  const isLatest = lastSuccessAt === null || Date.parse(lastFailure.at) > Date.parse(lastSuccessAt);
  return isLatest ? failureText(lastFailure) : why.before(failureText(lastFailure));
}

const sinceWords = (since: string | null, nowMs: number, zone: string): string =>
  since === null ? '' : why.since(sinceText(since, nowMs, zone));

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const clock = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone }));
const date = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...CLOCK, timeZone }));

const HALF_DAY_MS = 12 * 3_600_000;

/** `16:35`; with the day if it is long ago: `28 Mar, 16:35`. */
const sinceText = (at: string, nowMs: number, zone: string): string => (isRecent(at, nowMs) ? clock : date)(zone).format(new Date(at));

/** ` at 16:35`; if it is long ago, ` on 28 Mar, 16:35`. */
const atText = (at: string, nowMs: number, zone: string): string => (isRecent(at, nowMs) ? why.at : why.on)(sinceText(at, nowMs, zone));

const isRecent = (at: string, nowMs: number): boolean => nowMs - Date.parse(at) < HALF_DAY_MS;

/** Returns what to do about the state. For a receiver that is off, it says what the console can do. */
export function causeOf({ disabled, health }: Judged, zone: string): string {
  const { state, lastFailure, reason } = health;
  if (disabled !== null) return cause.disabled;
  if (state === 'switched_off') return cause.switchedOff;
  if (state === 'circuit_open') return cause.circuitOpen;
  if (state === 'failing' && lastFailure !== null) return advice[lastFailure.outcome];
  if (reason !== null) return reasonText(reason, zone);
  if (state === 'new') return isAgain(health) ? cause.untried : cause.never;
  return cause.healthy;
}

/** Whether the receiver fails because its server rejects the credentials. */
export const rejectsCredentials = ({ state, lastFailure }: Listed['health']): boolean =>
  state === 'failing' && lastFailure?.outcome === 'http_status' && lastFailure.httpStatus === 401;

export interface Ranked {
  readonly state: HealthState;
  readonly stillFailed: number;
  readonly name: string;
}

/** Sorts the worst state first, then the receiver with more failed deliveries, then by name. */
export const byRank = (a: Ranked, b: Ranked): number =>
  STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
  b.stillFailed - a.stillFailed ||
  a.name.localeCompare(b.name, 'en', { numeric: true });

/** The API counts up to so many for each receiver, which may have more. */
const MOST_COUNTED = 1000;

/** `0`, `74`, `1,000+` */
export function stillFailedText(counts: readonly number[]): string {
  const sum = counts.reduce((total, count) => total + count, 0).toLocaleString('en');
  return counts.some((count) => count >= MOST_COUNTED) ? `${sum}+` : sum;
}
