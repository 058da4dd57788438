/** Time as a dependency: what decides by time gets the time handed in. */
export interface Clock {
  /** The wall clock, epoch ms: for moments that others see or that outlive the process. It may be set forward or back at any time. */
  nowMs(): number;
  /** Whole ms since some moment; never set, never jumps: for durations, deadlines and how old something in memory is. */
  steadyMs(): number;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { nowMs: () => Date.now(), steadyMs: () => Math.floor(performance.now()) };
