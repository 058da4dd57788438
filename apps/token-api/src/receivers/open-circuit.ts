/** A receiver does not answer in time: until it does, its attempts wait in table delivery_backlog. */
export interface OpenCircuit {
  readonly openSince: Date;
  readonly nextProbeAt: Date;
  /** Attempts that wait behind it, counted up to MOST_COUNTED. */
  readonly waiting: number;
}

export const MOST_COUNTED = 1000;
