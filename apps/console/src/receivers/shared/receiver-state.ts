// What the API says of a receiver's health → its place in a list and a sentence. Nothing is judged here.
import type { Schemas } from '../../api/schemas.js';
import { receiversWords } from '../../words/receivers.words.js';
import { reasonText } from './reason-text.js';

type Listed = Schemas['ListedReceiver'];
export type HealthState = Listed['health']['state'];

/** The worst first. */
const STATES: readonly HealthState[] = ['failing', 'circuit_open', 'disabled', 'held', 'limited', 'paused', 'healthy'];

const { cause } = receiversWords;

/** Why the receiver is in its state. Of a receiver that is off, what the console can do about it. */
export function causeOf({ disabled, health }: Pick<Listed, 'disabled' | 'health'>): string {
  if (disabled !== null) return cause.disabled[disabled.reason];
  if (health.state === 'paused') return cause.paused;
  if (health.reason !== null) return reasonText(health.reason);
  return health.lastSuccessAt === null ? cause.never : cause.healthy;
}

export interface Ranked {
  readonly state: HealthState;
  readonly stillFailed: number;
  readonly name: string;
}

/** The worst first; of the same state the one that lacks more, then by name. */
export const byRank = (a: Ranked, b: Ranked): number =>
  STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
  b.stillFailed - a.stillFailed ||
  a.name.localeCompare(b.name, 'en', { numeric: true });

/** So many are counted of each receiver; a receiver with so many may have more. */
const MOST_COUNTED = 1000;

/** `0`, `74`, `1,000+` */
export function stillFailedText(counts: readonly number[]): string {
  const sum = counts.reduce((total, count) => total + count, 0).toLocaleString('en');
  return counts.some((count) => count >= MOST_COUNTED) ? `${sum}+` : sum;
}
