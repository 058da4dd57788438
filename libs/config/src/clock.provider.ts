/** Time as a dependency. Code that decides by time gets the time as an argument. */
export interface Clock {
  /** The wall clock, epoch ms: for moments that others see or that outlive the process. The clock may jump in either direction. */
  nowMs(): number;
  /** Whole ms since some fixed moment; never jumps: for durations, deadlines and the age of things in memory. */
  steadyMs(): number;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { nowMs: () => Date.now(), steadyMs: () => Math.floor(performance.now()) };
