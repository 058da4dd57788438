import type { Dice } from '../../builders/dice.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Scale } from '../cluster/scale.js';

export type Part = 'event-builder' | 'webhook-sender' | 'token-api' | 'brokers' | 'database' | 'receivers';

/** One fault as drawn from the seed: everything about it is decided before the run. */
export interface Fault {
  readonly kind: string;
  /** Description with the drawn values. */
  readonly what: string;
  /** Two faults may coincide if they affect different parts. */
  readonly touches: readonly Part[];
  /** Approximate duration in ms. */
  readonly lastsMs: number;
  /** Whether it may cause a POST to be made twice: only if a sender, or its claim to its partitions, is lost with POSTs in flight. */
  readonly mayRepeat: boolean;
  /** Begins the fault, lets it last, and ends it; resolves when the cause is gone. */
  readonly run: (cluster: Cluster) => Promise<void>;
}

export interface FaultKind {
  readonly name: string;
  readonly draw: (dice: Dice, scale: Scale) => Omit<Fault, 'kind'>;
  /** Returns why this machine cannot run the fault; undefined = it can. */
  readonly lacks?: (cluster: Cluster) => string | undefined;
}
