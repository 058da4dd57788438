import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LeftEvents } from './left-events.js';

const PARTITION = 0;

/** Waiting events in memory, up to a number per account. */
class Memory {
  readonly taken: number[] = [];
  private readonly waiting = new Map<number, number>();

  constructor(private readonly most: number) {}

  readonly has = (account: number): boolean => this.countOf(account) < this.most;
  readonly hasMuch = (account: number): boolean => this.countOf(account) <= this.most / 2;

  add(account: number, offset: number): void {
    this.taken.push(offset);
    this.waiting.set(account, this.countOf(account) + 1);
  }

  /** The account's waiting events are fanned out. */
  empty(account: number): void {
    this.waiting.delete(account);
  }

  private countOf(account: number): number {
    return this.waiting.get(account) ?? 0;
  }
}

/** Reads a partition as its consumer does: new events, and again from where events were left. */
class Reader {
  readonly memory: Memory;
  readonly left: LeftEvents;
  front = 0;
  private cursor: number | undefined;

  /** @param log the account of each event */
  constructor(
    readonly log: readonly number[],
    most: number,
  ) {
    this.memory = new Memory(most);
    this.left = new LeftEvents(this.memory);
  }

  readNew(count: number): void {
    const until = Math.min(this.front + count, this.log.length);
    for (; this.front < until; this.front++) this.read(this.front, false);
  }

  readAgain(count: number): void {
    this.cursor ??= this.left.begin(PARTITION);
    if (this.cursor === undefined) return;
    const until = Math.min(this.cursor + count, this.front);
    for (let offset = this.cursor; offset < until; offset++) this.read(offset, true);
    if (until === this.front) this.left.caughtUp(PARTITION);
    this.cursor = until < this.front && this.left.goesOn(PARTITION) ? until : undefined;
  }

  private read(offset: number, isAgain: boolean): void {
    const account = this.log[offset]!;
    if (this.left.takes({ account, partition: PARTITION, offset, isAgain })) this.memory.add(account, offset);
  }
}

const offsetsOf = (account: number, log: readonly number[]): number[] => log.flatMap((each, offset) => (each === account ? [offset] : []));
const takenOf = (account: number, { log, memory }: Reader): number[] => memory.taken.filter((offset) => log[offset] === account);

describe('events of an account without room', () => {
  it('are left, and later events of other accounts are taken', () => {
    const reader = new Reader([1, 1, 1, 1, 2], 2);
    reader.readNew(5);
    expect([reader.memory.taken, reader.left.lowest(PARTITION)]).toEqual([[0, 1, 4], 2]);
  });

  it('are read again when there is room, from the first left event, without events of other accounts', () => {
    const reader = new Reader([1, 1, 2, 1, 2, 1, 1], 2);
    reader.readNew(6);
    expect(reader.left.begin(PARTITION)).toBeUndefined();
    reader.memory.empty(1);
    reader.readAgain(10);
    expect([reader.memory.taken, reader.left.lowest(PARTITION)]).toEqual([[0, 1, 2, 4, 3, 5], undefined]);
  });

  it('stay behind earlier left events, even if there is room by now', () => {
    const reader = new Reader([1, 1, 1, 1], 2);
    reader.readNew(3);
    reader.memory.empty(1);
    reader.readNew(1);
    expect(reader.memory.taken).toEqual([0, 1]);
  });

  it('are taken in another partition: order counts within a partition only', () => {
    const { left } = new Reader([], 0);
    left.takes({ account: 1, partition: 0, offset: 5, isAgain: false });
    expect([left.lowest(0), left.lowest(1)]).toEqual([5, undefined]);
  });

  it('are forgotten when the partitions go', () => {
    const reader = new Reader([1, 1], 1);
    reader.readNew(2);
    reader.left.clear();
    expect(reader.left.lowest(PARTITION)).toBeUndefined();
  });

  it('are taken once each and in order, and never lie below the committed offset, however reading and room alternate', () => {
    const log = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 });
    const step = fc.record({ kind: fc.constantFrom('new', 'again', 'empty'), count: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(log, fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (accounts, most, steps) => {
        const reader = new Reader(accounts, most);
        for (const { kind, count } of steps) {
          if (kind === 'new') reader.readNew(count);
          else if (kind === 'again') reader.readAgain(count);
          else reader.memory.empty(1 + (count % 3));
          const open = accounts.findIndex((_, offset) => offset < reader.front && !reader.memory.taken.includes(offset));
          expect(reader.left.lowest(PARTITION) ?? Infinity).toBeLessThanOrEqual(open === -1 ? Infinity : open);
        }
        for (let round = 0; round < accounts.length + 1; round++) {
          for (const account of [1, 2, 3]) reader.memory.empty(account);
          reader.readNew(accounts.length);
          for (let reads = 0; reads < 4; reads++) reader.readAgain(accounts.length);
        }
        for (const account of [1, 2, 3]) expect(takenOf(account, reader)).toEqual(offsetsOf(account, accounts));
        expect(reader.left.lowest(PARTITION)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});
