import type { KafkaMessage } from 'kafkajs';
import type { Clock } from '#libs/config';
import type { LeftMessages, PartitionBatch } from './batch-server-parts.js';

/** A partition that brings nothing new for so long is read again where messages were left: the fetch of what is new had its chance. */
const IDLE_MS = 500;

interface Reading {
  /** Where reading again goes on; undefined = nothing is read again. */
  cursor: number | undefined;
  /** The offset before which messages of the newest batch were seen before; undefined = none was. */
  againUntil: number | undefined;
  batch: PartitionBatch;
  /** When that batch was done with, by the steady clock; undefined = it is being handled. */
  doneMs: number | undefined;
}

/**
 * Reads partitions again where their handler has left messages. kafkajs has one position for each partition: batches of what is new and of what is
 * read again take turns, and what is new goes first. Positions are moved as batches resolve their offsets, never by `seek`: kafkajs keeps a seek beyond
 * a rejoin, and the new assignment would begin behind messages without a verdict.
 */
export class LeftReader {
  private readonly readings = new Map<number, Reading>();

  constructor(
    private readonly left: LeftMessages,
    private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** To be called with each batch, before it is handled. @returns its messages: only those seen before, or none of them */
  take(batch: PartitionBatch): { readonly messages: readonly KafkaMessage[]; readonly isAgain: boolean } {
    const { partition, messages } = batch.payload.batch;
    const before = this.readings.get(partition);
    const cursor = before?.batch.isLost() ? undefined : before?.cursor;
    const front = batch.watermark.front ?? 0;
    // A fetch of what is new may come after the cursor was set.
    const isAgain = cursor !== undefined && Number(messages[0]?.offset) < front;
    this.readings.set(partition, { cursor, againUntil: isAgain ? front : undefined, batch, doneMs: undefined });
    return { messages: isAgain ? messages.filter(({ offset }) => Number(offset) < front) : messages, isAgain };
  }

  /** To be called whenever the handler has left or taken messages of the batch, before its offsets pass. */
  keep({ payload, watermark }: PartitionBatch): void {
    watermark.keep(this.left.lowest(payload.batch.partition));
  }

  /** To be called when a whole batch is done with: decides where the next fetch of its partition begins. */
  end(batch: PartitionBatch): void {
    const { partition, highWatermark } = batch.payload.batch;
    const reading = this.readings.get(partition);
    if (reading?.batch !== batch || batch.isLost()) return;
    reading.doneMs = this.clock.steadyMs();
    const readTo = Number(batch.payload.batch.lastOffset()) + 1;
    this.readAgainTo(reading, readTo);
    const front = batch.watermark.front!;
    const wasAgain = reading.againUntil !== undefined;
    const isNewFirst = wasAgain && Number(highWatermark) > front;
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
    reading.cursor ??= this.left.begin(reading.batch.payload.batch.partition);
    return reading.cursor;
  }

  private readAgainTo(reading: Reading, readTo: number): void {
    if (reading.againUntil === undefined || reading.cursor === undefined) return;
    const { partition } = reading.batch.payload.batch;
    const isCaughtUp = readTo >= reading.againUntil;
    if (isCaughtUp) this.left.caughtUp(partition);
    reading.cursor = !isCaughtUp && this.left.goesOn(partition) ? readTo : undefined;
    this.keep(reading.batch);
  }
}

const moveTo = ({ payload }: PartitionBatch, offset: number): void => payload.resolveOffset(String(offset - 1));
