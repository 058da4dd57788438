import { BATCH_HEADER_BYTES, MAGIC_AT } from './batch-layout.js';
import { nameOf, type Unpack, type Unpacked, unpackOf } from './compressions.js';
import { type BatchContext, type ReadRecord, readRecords, sum } from './records.js';
import { mostUnpackedBytes, BudgetExceeded, type DecompressionBudget } from './decompression-budget.js';
import { asPlaceholder } from './unread-batch.js';

/**
 * Reads the records of one batch. One record stands for a batch that cannot be read, because kafkajs would read such a batch again for ever.
 * @returns undefined when the budget has no room left for the batch, or when the fetch already has the bytes that it asked for
 */
export async function readBatch(batch: Buffer, budget: DecompressionBudget): Promise<ReadRecord[] | undefined> {
  if (budget.isFull) return undefined;
  const context = contextOf(batch);
  const kind = batch.readInt16BE(21) & 7;
  const records = Math.max(0, batch.readInt32BE(57));
  const packed = batch.subarray(BATCH_HEADER_BYTES);
  const unpack = await unpackOf(kind); // outside of the try: a library that cannot be loaded is no fault of the batch
  try {
    budget.expect(records);
    const { bytes, cost } = records === 0 ? { bytes: packed, cost: 0 } : await unpackWithin(budget, packed, unpack);
    const read = readRecords({ bytes, count: records }, context, budget);
    budget.take(cost);
    budget.takeRead(bytes.length);
    return read;
  } catch (error) {
    if (error instanceof BudgetExceeded && !budget.isWhole) return undefined;
    budget.take(mostUnpackedBytes(packed.length)); // failed work counts, too: many such batches in one answer would take seconds
    const { firstOffset, lastOffset } = offsetsOf(context);
    const what = `a batch of ${packed.length} bytes (${nameOf(kind)}), offsets ${firstOffset} to ${lastOffset}`;
    return [asPlaceholder(recordOf(context, packed), `${what}: ${(error as Error).message}`)];
  }
}

/** @throws BudgetExceeded when the batch fits into an answer of its own, RangeError when it never fits */
async function unpackWithin(budget: DecompressionBudget, packed: Buffer, unpack: Unpack): Promise<Unpacked> {
  const mostBytes = mostUnpackedBytes(packed.length);
  try {
    return await unpack(packed, Math.min(mostBytes, budget.bytesLeft));
  } catch (error) {
    throw error instanceof BudgetExceeded && mostBytes <= budget.bytesLeft ? new RangeError(error.message) : error;
  }
}

/** kafkajs' filter of aborted transactions reads this context. */
function contextOf(batch: Buffer): BatchContext {
  const attributes = batch.readInt16BE(21);
  return {
    firstOffset: String(batch.readBigInt64BE(0)),
    partitionLeaderEpoch: batch.readInt32BE(12),
    magicByte: batch.readInt8(MAGIC_AT),
    timestampType: (attributes >> 3) & 1,
    inTransaction: (attributes & 0x10) !== 0,
    isControlBatch: (attributes & 0x20) !== 0,
    lastOffsetDelta: batch.readInt32BE(23),
    firstTimestamp: String(batch.readBigInt64BE(27)),
    maxTimestamp: String(batch.readBigInt64BE(35)),
    producerId: String(batch.readBigInt64BE(43)),
    producerEpoch: batch.readInt16BE(51),
    firstSequence: batch.readInt32BE(53),
  };
}

function recordOf(context: BatchContext, value: Buffer): ReadRecord {
  return {
    key: null,
    value,
    headers: {},
    timestamp: context.maxTimestamp,
    attributes: 0,
    offset: offsetsOf(context).lastOffset,
    isControlRecord: context.isControlBatch,
    batchContext: context,
  };
}

const offsetsOf = ({ firstOffset, lastOffsetDelta }: BatchContext): { firstOffset: string; lastOffset: string } => ({
  firstOffset,
  lastOffset: sum(firstOffset, lastOffsetDelta),
});
