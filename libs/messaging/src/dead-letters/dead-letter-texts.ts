import { failsAgain } from './dead-letter-args.js';
import type { DeadLetter } from './dead-letter-queue.client.js';

export interface Tally {
  total: number;
  waiting: number;
  oldest: string;
}

export function count(tallies: Map<string, Tally>, { reason, isReplayed, firstSeen }: DeadLetter): void {
  const tally = tallies.get(reason) ?? { total: 0, waiting: 0, oldest: firstSeen };
  tallies.set(reason, tally);
  tally.total++;
  if (!isReplayed) tally.waiting++;
  if (firstSeen < tally.oldest) tally.oldest = firstSeen;
}

/** Makes one line for each reason: the number of letters, how many wait for a replay, and the oldest. */
export const talliesText = (topic: string, tallies: ReadonlyMap<string, Tally>): string[] =>
  [...tallies].map(([name, { total, waiting, oldest }]) => {
    const reason = oneLine(name);
    const hint = failsAgain(reason) ? '; would fail again' : '';
    return `${topic}  ${reason}  ${total} in all, ${waiting} of them not replayed; the oldest first seen ${oneLine(oldest)}${hint}`;
  });

export const letterText = (topic: string, { partition, offset, reason, key, firstSeen, isReplayed, detail }: DeadLetter): string =>
  [`${topic}[${partition}]@${offset}`, reason, key, firstSeen, isReplayed ? 'replayed' : 'waiting', detail].map(oneLine).join('  ');

/** Keys and details contain text of producers: their control characters must not reach a terminal. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
