import type { KafkaRecord, RecordHeaders } from '../kafka.js';
import { BudgetExceeded, type DecompressionBudget } from './decompression-budget.js';
import { RecordReader, TooShort } from './record-reader.js';

/** The header of a batch, in the shape that kafkajs' filter of aborted transactions reads. */
export interface BatchContext {
  readonly firstOffset: string;
  readonly partitionLeaderEpoch: number;
  readonly magicByte: number;
  /** 1 = the broker's. */
  readonly timestampType: number;
  readonly inTransaction: boolean;
  readonly isControlBatch: boolean;
  readonly lastOffsetDelta: number;
  readonly firstTimestamp: string;
  readonly maxTimestamp: string;
  readonly producerId: string;
  readonly producerEpoch: number;
  readonly firstSequence: number;
}
/** A record in the shape that kafkajs hands on. */
export type ReadRecord = KafkaRecord & {
  readonly attributes: number;
  readonly magicByte?: number;
  readonly isControlRecord: boolean;
  readonly batchContext: BatchContext;
};

const STAMPED_BY_BROKER = 1;

interface Unpacked {
  readonly bytes: Buffer;
  /** The number of records that the header of the batch gives. */
  readonly count: number;
}

/** A batch that is being read. */
interface Reading {
  readonly reader: RecordReader;
  readonly context: BatchContext;
  readonly budget: DecompressionBudget;
  /** The offset of the previous record, relative to the batch. */
  latest: number | bigint;
}

/** All of a batch. @throws RangeError that says where it ends too early, or which record is too large or misplaced; BudgetExceeded */
export function readRecords({ bytes, count }: Unpacked, context: BatchContext, budget: DecompressionBudget): ReadRecord[] {
  const reading: Reading = { reader: new RecordReader(bytes), context, budget, latest: -1 };
  const read: ReadRecord[] = [];
  const next = (): ReadRecord => readRecord(reading);
  try {
    while (read.length < count) {
      read.push(reading.reader.record(next));
      budget.takeRecord();
    }
    return read;
  } catch (error) {
    const here = `its message ${read.length + 1} of ${count}`;
    if (error instanceof TooShort) throw new RangeError(`it ends within ${here}`);
    throw error instanceof BudgetExceeded ? error : new RangeError(`${here}: ${(error as Error).message}`);
  }
}

function readRecord(reading: Reading): ReadRecord {
  const { reader, context, budget } = reading;
  const { magicByte, isControlBatch: isControlRecord } = context;
  const attributes = reader.byte();
  const written = sum(context.firstTimestamp, reader.varlong());
  const timestamp = context.timestampType === STAMPED_BY_BROKER ? context.maxTimestamp : written;
  const offset = sum(context.firstOffset, nextDelta(reading));
  const [key, value] = [reader.nullable(), reader.nullable()];
  const headers = readHeaders(reader, budget);
  return { magicByte, attributes, timestamp, offset, key, value, headers, isControlRecord, batchContext: context };
}

/**
 * No broker compares the offsets of the records with the offsets that it gives the batch. A record with an offset behind the batch would be committed at an
 * offset outside of the topic, and the consumer would begin again with the oldest message of the partition.
 */
function nextDelta(reading: Reading): number | bigint {
  const delta = reading.reader.varlong();
  if (delta <= reading.latest || delta > reading.context.lastOffsetDelta) throw new RangeError(`its offset is out of order (${delta})`);
  return (reading.latest = delta);
}

const NONE = Object.freeze(Object.create(null)) as RecordHeaders;

/** The headers have no prototype, because a header can be named like a property that every object has. */
function readHeaders(reader: RecordReader, budget: DecompressionBudget): RecordHeaders {
  const count = reader.count();
  if (count === 0) return NONE;
  budget.takeHeaders({ headers: count, bytes: reader.bytesLeft });
  const headers = Object.create(null) as RecordHeaders;
  for (let left = count; left > 0; left--) {
    const name = reader.text();
    const value = reader.nullable();
    const known = headers[name];
    if (known === undefined) headers[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else headers[name] = [known, value];
  }
  return headers;
}

/** Adds two integers of 64 bits. @returns decimal text */
export function sum(base: string, delta: number | bigint): string {
  const from = Number(base);
  const isExact = typeof delta === 'number' && Number.isSafeInteger(from) && Number.isSafeInteger(from + delta);
  return String(isExact ? from + delta : BigInt(base) + BigInt(delta));
}
