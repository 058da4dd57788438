import { describe, expect, it } from '@jest/globals';
import type { FetchedBatch } from '../kafka.js';
import type { LeftMessages, PartitionBatch } from './batch-server-parts.js';
import { LeftReader } from './left-reader.js';
import { Watermark } from './watermark.js';

const PER_FETCH = 3;
const SECOND_MS = 1_000;

/** Leaves messages from `from` on. There is room for them unless `hasRoom` is false. */
class Left implements LeftMessages {
  from: number | undefined;
  hasRoom = true;
  caughtUps = 0;

  readonly lowest = (): number | undefined => this.from;
  readonly begin = (): number | undefined => (this.hasRoom ? this.from : undefined);
  readonly goesOn = (): boolean => this.hasRoom;
  readonly caughtUp = (): void => {
    this.from = undefined;
    this.caughtUps += 1;
  };
}

/** A partition of `size` messages, its position, and the reader. */
class Partition {
  readonly left = new Left();
  readonly watermark = new Watermark();
  /** The offsets of each batch. Brackets mark a batch that is read again. */
  readonly read: string[] = [];
  position = 0;
  isLost = false;
  nowMs = 0;
  private readonly reader = new LeftReader(this.left, { steadyMs: () => this.nowMs });

  constructor(public size: number) {}

  /** Fetches from an offset; undefined = there is nothing to fetch. */
  fetch(from = this.position): PartitionBatch | undefined {
    const offsets = Array.from({ length: Math.min(PER_FETCH, this.size - from) }, (_, index) => from + index);
    if (offsets.length === 0) return undefined;
    const fetched = {
      partition: 0,
      records: offsets.map((offset) => ({ offset: String(offset), key: null, value: null, timestamp: '0' })),
      lastOffset: String(offsets.at(-1)),
      high: String(this.size),
      moveBehind: (offset) => void (this.position = Number(offset) + 1),
    } satisfies Partial<FetchedBatch>;
    return { fetched: fetched as unknown as FetchedBatch, watermark: this.watermark, isLost: () => this.isLost };
  }

  /** Handles a batch as the runner does. */
  handle(batch: PartitionBatch | undefined): void {
    if (!batch) return;
    const { records, isAgain } = this.reader.take(batch);
    const offsets = records.map(({ offset }) => offset);
    this.read.push(isAgain ? `(${offsets.join(' ')})` : offsets.join(' '));
    this.reader.keep(batch);
    batch.fetched.moveBehind(offsets.at(-1)!);
    if (!isAgain) this.watermark.passed(offsets.at(-1)!);
    this.reader.end(batch);
  }

  readIdle(): void {
    this.reader.readIdle();
  }
}

describe('a partition with left messages', () => {
  it('is read again from the first of them to the first new message, and continues there', () => {
    const partition = new Partition(8);
    partition.handle(partition.fetch());
    partition.left.from = 1;
    partition.left.hasRoom = false;
    partition.handle(partition.fetch());
    partition.handle(partition.fetch());
    partition.left.hasRoom = true;
    partition.size = 9;
    for (let fetches = 0; fetches < 5; fetches++) partition.handle(partition.fetch());
    expect(partition.read).toEqual(['0 1 2', '3 4 5', '6 7', '8', '(1 2 3)', '(4 5 6)', '(7 8)']);
    expect([partition.position, partition.left.caughtUps]).toEqual([9, 1]);
  });

  it('is read in turns: new messages go first', () => {
    const partition = new Partition(6);
    partition.handle(partition.fetch());
    partition.left.from = 0;
    for (let fetches = 0; fetches < 5; fetches++) {
      partition.handle(partition.fetch());
      partition.size += 1;
    }
    expect(partition.read.slice(1, 6)).toEqual(['3 4 5', '(0 1 2)', '6 7', '(3 4 5)', '8 9']);
  });

  it('hands out no new message together with messages that come again', () => {
    const partition = new Partition(4);
    partition.handle(partition.fetch());
    partition.left.from = 2;
    partition.handle(partition.fetch());
    partition.size = 6;
    partition.handle(partition.fetch());
    partition.handle(partition.fetch());
    expect(partition.read).toEqual(['0 1 2', '3', '(2 3)', '4 5']);
  });

  it('is read again after a while although it gets no new message', () => {
    const partition = new Partition(3);
    partition.left.hasRoom = false;
    partition.left.from = 1;
    partition.handle(partition.fetch());
    partition.left.hasRoom = true;
    partition.readIdle();
    expect(partition.position).toBe(3);
    partition.nowMs = SECOND_MS;
    partition.readIdle();
    partition.handle(partition.fetch());
    expect([partition.read.at(-1), partition.left.from]).toEqual(['(1 2)', undefined]);
  });

  it('recognises a fetch of new messages that began before reading again', () => {
    const partition = new Partition(3);
    partition.left.hasRoom = false;
    partition.left.from = 1;
    partition.handle(partition.fetch());
    [partition.left.hasRoom, partition.nowMs, partition.size] = [true, SECOND_MS, 5];
    const early = partition.fetch();
    partition.readIdle();
    partition.handle(early);
    partition.handle(partition.fetch());
    expect(partition.read).toEqual(['0 1 2', '3 4', '(1 2 3)']);
    expect([partition.position, partition.left.from]).toEqual([4, 1]);
  });

  it('is not moved when it belongs to another member', () => {
    const partition = new Partition(3);
    partition.left.hasRoom = false;
    partition.left.from = 1;
    partition.handle(partition.fetch());
    [partition.left.hasRoom, partition.nowMs, partition.isLost] = [true, SECOND_MS, true];
    partition.readIdle();
    expect(partition.position).toBe(3);
  });

  it('commits no offset behind them', () => {
    const partition = new Partition(3);
    partition.left.hasRoom = false;
    partition.left.from = 1;
    partition.handle(partition.fetch());
    expect(partition.watermark.due()).toBe('1');
    partition.left.from = undefined;
    partition.size = 4;
    partition.handle(partition.fetch());
    expect(partition.watermark.due()).toBe('4');
  });
});
