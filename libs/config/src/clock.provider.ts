/** The wall clock as a dependency: what decides by time gets the time handed in. */
export interface Clock {
  nowMs(): number;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { nowMs: () => Date.now() };
