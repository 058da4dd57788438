import type { Clock } from '#libs/config';
import type { KafkaRecord } from '../kafka.js';
import type { LeftMessages, PartitionBatch } from './batch-server-parts.js';

/** A partition without new messages for this time is read again where messages were left: a fetch has had time to bring new ones. */
const IDLE_MS = 500;

interface Reading {
  /** Where reading again continues; undefined = nothing is read again. */
  cursor: number | undefined;
  /** Messages of the newest batch below this offset were seen before; undefined = none was. */
  againUntil: number | undefined;
  batch: PartitionBatch;
  /** When the batch was finished, by the steady clock; undefined = it is being handled. */
  doneMs: number | undefined;
}

/**
 * Reads partitions again where their handler has left messages. A consumer has one position for each partition: batches of new messages and of left messages
 * take turns, and new messages go first. Positions are moved by `moveBehind` of a batch, never by kafkajs' `seek`: kafkajs keeps a seek beyond a rejoin, and
 * the new assignment would begin behind messages without a verdict.
 */
export class LeftReader {
  private readonly readings = new Map<number, Reading>();

  constructor(
    private readonly left: LeftMessages,
    private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** To be called with each batch before it is handled. @returns the records to handle: either all were seen before, or none was */
  take(batch: PartitionBatch): { readonly records: readonly KafkaRecord[]; readonly isAgain: boolean } {
    const { partition, records } = batch.fetched;
    const before = this.readings.get(partition);
    const cursor = before?.batch.isLost() ? undefined : before?.cursor;
    const front = batch.watermark.front ?? 0;
    // A fetch of new messages may come after the cursor was set.
    const isAgain = cursor !== undefined && Number(records[0]?.offset) < front;
    this.readings.set(partition, { cursor, againUntil: isAgain ? front : undefined, batch, doneMs: undefined });
    return { records: isAgain ? records.filter(({ offset }) => Number(offset) < front) : records, isAgain };
  }

  /** To be called whenever the handler has left or taken messages of the batch, before its offsets pass. */
  keep({ fetched, watermark }: PartitionBatch): void {
    watermark.keep(this.left.lowest(fetched.partition));
  }

  /** To be called when a whole batch is finished: decides where the next fetch of its partition begins. */
  end(batch: PartitionBatch): void {
    const { partition, high, lastOffset } = batch.fetched;
    const reading = this.readings.get(partition);
    if (reading?.batch !== batch || batch.isLost()) return;
    reading.doneMs = this.clock.steadyMs();
    this.readAgainTo(reading, Number(lastOffset) + 1);
    const front = batch.watermark.front!;
    const wasAgain = reading.againUntil !== undefined;
    const isNewFirst = wasAgain && Number(high) > front;
    const next = isNewFirst ? undefined : this.cursorOf(reading);
    if (next !== undefined) moveTo(batch, next);
    else if (wasAgain) moveTo(batch, front);
  }

  /** To be called a few times a second. */
  readIdle(): void {
    for (const [partition, reading] of this.readings) {
      if (reading.batch.isLost()) this.readings.delete(partition);
      else if (reading.doneMs !== undefined && this.clock.steadyMs() - reading.doneMs >= IDLE_MS) {
        const cursor = this.cursorOf(reading);
        if (cursor !== undefined) moveTo(reading.batch, cursor);
      }
    }
  }

  private cursorOf(reading: Reading): number | undefined {
    reading.cursor ??= this.left.begin(reading.batch.fetched.partition);
    return reading.cursor;
  }

  private readAgainTo(reading: Reading, readTo: number): void {
    if (reading.againUntil === undefined || reading.cursor === undefined) return;
    const { partition } = reading.batch.fetched;
    const isCaughtUp = readTo >= reading.againUntil;
    if (isCaughtUp) this.left.caughtUp(partition);
    reading.cursor = !isCaughtUp && this.left.goesOn(partition) ? readTo : undefined;
    this.keep(reading.batch);
  }
}

const moveTo = ({ fetched }: PartitionBatch, offset: number): void => fetched.moveBehind(String(offset - 1));
