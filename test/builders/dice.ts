import { seededRandom } from './seeded-random.js';

/** Chance that a seed repeats. */
export class Dice {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** True in `share` of all throws, 0 … 1. */
  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number, both ends included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }

  /** `value` in `share` of all throws, else nothing. */
  maybe<T>(share: number, value: () => T): T | undefined {
    return this.chance(share) ? value() : undefined;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((value) => ({ value, rank: this.random() }));
    return keyed.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value);
  }
}
