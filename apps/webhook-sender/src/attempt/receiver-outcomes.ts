import type { OutcomeClass } from '#libs/contracts';
import { REMEMBERED_MS } from '../queue/circuit-breaker.js';

/** The most receivers remembered: the shares are accurate enough with this many. */
const MOST_RECEIVERS = 50_000;

interface Last {
  outcome: OutcomeClass;
  atMs: number;
}

/** How the last attempt at each receiver ended. A failing receiver counts once, however many attempts it gets. */
export class ReceiverOutcomes {
  private readonly last = new Map<string, Last>();

  learn(receiverId: string, outcome: OutcomeClass, atMs: number): void {
    const known = this.last.get(receiverId);
    if (known) {
      known.outcome = outcome;
      known.atMs = atMs;
    } else if (this.last.size < MOST_RECEIVERS) this.last.set(receiverId, { outcome, atMs });
  }

  /** Counts receivers by outcome, without receivers that got nothing for a while. */
  counts(nowMs: number): ReadonlyMap<OutcomeClass, number> {
    const counts = new Map<OutcomeClass, number>();
    for (const [receiverId, { outcome, atMs }] of this.last) {
      if (nowMs - atMs > REMEMBERED_MS) this.last.delete(receiverId);
      else counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    return counts;
  }
}
