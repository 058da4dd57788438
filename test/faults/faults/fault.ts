import type { Dice } from '../../builders/dice.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Scale } from '../cluster/scale.js';

export type Part = 'event-builder' | 'webhook-sender' | 'token-api' | 'brokers' | 'database' | 'receivers';

/** One fault as drawn: everything about it is decided before anything runs. */
export interface Fault {
  readonly kind: string;
  /** In words, with what was drawn. */
  readonly what: string;
  /** Two faults may come together when they touch different parts. */
  readonly touches: readonly Part[];
  /** About how long it lasts, ms. */
  readonly lastsMs: number;
  /** Whether a POST may be made twice because of it: only where a sender, or its hold on its partitions, is lost with POSTs in flight. */
  readonly mayRepeat: boolean;
  /** Begins it, lets it last, ends it: resolved = the cause is gone. */
  readonly run: (cluster: Cluster) => Promise<void>;
}

export interface FaultKind {
  readonly name: string;
  readonly draw: (dice: Dice, scale: Scale) => Omit<Fault, 'kind'>;
  /** Why this machine cannot do it; undefined = it can. */
  readonly lacks?: (cluster: Cluster) => string | undefined;
}
