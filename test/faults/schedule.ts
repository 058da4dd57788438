import { Dice } from '../builders/dice.js';
import type { Scale } from './cluster/scale.js';
import type { Fault, FaultKind } from './faults/fault.js';

/** One fault, or two that coincide. */
export interface Slot {
  readonly faults: readonly Fault[];
  /** Quiet time before the fault, in ms. */
  readonly quietMs: number;
  /** Time from the start of the first fault to the start of the second, in ms. */
  readonly apartMs: number;
}

export interface ScheduleOptions {
  readonly seed: number;
  readonly forMs: number;
  readonly kinds: readonly FaultKind[];
  readonly scale: Scale;
}

/** Average duration of a recovery; it only lets a schedule roughly fill its time. */
const RECOVERY_MS = 4_000;
const PAIR_SHARE = 0.2;

/**
 * Returns the schedule: the same options give the same schedule. Every kind comes before any kind comes again; the order of the faults does
 * not depend on how fast they pass.
 */
export function schedule({ seed, forMs, kinds, scale }: ScheduleOptions): Slot[] {
  const dice = new Dice(seed);
  const bag: Fault[] = [];
  const slots: Slot[] = [];
  const next = (): Fault => {
    if (bag.length === 0) bag.push(...dice.shuffled(kinds).map((kind) => ({ kind: kind.name, ...kind.draw(dice, scale) })));
    return bag.shift()!;
  };
  for (let atMs = 0; atMs < forMs;) {
    const first = next();
    const isPaired = dice.chance(PAIR_SHARE);
    const partner = isPaired ? bag.findIndex((fault) => !fault.touches.some((part) => first.touches.includes(part))) : -1;
    const faults = partner < 0 ? [first] : [first, ...bag.splice(partner, 1)];
    const slot = { faults, quietMs: dice.int(1_000, 3_000), apartMs: dice.int(0, 2_000) };
    slots.push(slot);
    atMs += slot.quietMs + Math.max(...faults.map(({ lastsMs }) => lastsMs)) + RECOVERY_MS;
  }
  return slots;
}
