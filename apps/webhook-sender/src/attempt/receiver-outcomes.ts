import type { OutcomeClass } from '#libs/contracts';
import { REMEMBERED_MS } from '../queue/circuit-breaker.js';

/** Past this many receivers new ones are not remembered: the shares are as good with these. */
const MOST_RECEIVERS = 50_000;

interface Last {
  outcome: OutcomeClass;
  atMs: number;
}

/** How the last attempt at each receiver ended: one that fails counts once, however much it is sent. */
export class ReceiverOutcomes {
  private readonly last = new Map<string, Last>();

  learn(receiverId: string, outcome: OutcomeClass, atMs: number): void {
    const known = this.last.get(receiverId);
    if (known) {
      known.outcome = outcome;
      known.atMs = atMs;
    } else if (this.last.size < MOST_RECEIVERS) this.last.set(receiverId, { outcome, atMs });
  }

  /** Receivers by outcome; of those not heard of for long nothing. */
  counts(nowMs: number): ReadonlyMap<OutcomeClass, number> {
    const counts = new Map<OutcomeClass, number>();
    for (const [receiverId, { outcome, atMs }] of this.last) {
      if (nowMs - atMs > REMEMBERED_MS) this.last.delete(receiverId);
      else counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    return counts;
  }
}
