import { seededRandom } from './seeded-random.js';

/** Random choices that a seed reproduces. */
export class Dice {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** Returns true with the probability `share`, 0 … 1. */
  chance(share: number): boolean {
    return this.random() < share;
  }

  /** Returns a whole number between both limits, inclusive. */
  int(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }

  /** Returns `value` with the probability `share`, else undefined. */
  maybe<T>(share: number, value: () => T): T | undefined {
    return this.chance(share) ? value() : undefined;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((value) => ({ value, rank: this.random() }));
    return keyed.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value);
  }
}
