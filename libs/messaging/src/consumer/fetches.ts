import { KIB } from '#libs/config';
import type { BatchServerOptions } from './batch-server-parts.js';

/** What a fetch asks a broker for, in the words of kafkajs. */
interface FetchLimits {
  /** Longest wait for new messages, which a stop waits for as well. */
  readonly maxWaitTimeInMs: number;
  readonly maxBytesPerPartition: number;
  /** The most bytes of all partitions together. Fetched messages stay in memory until they are handled, and this much fills a batch. */
  readonly maxBytes: number;
}

/**
 * The bytes of a partition are more than what is published together usually has for it. A broker sends a larger batch only for the first partition
 * of the request, which kafkajs draws by lot. A dozen partitions with such batches would come with a fetch each.
 */
const USUAL: FetchLimits = { maxWaitTimeInMs: 500, maxBytesPerPartition: 128 * KIB, maxBytes: 512 * KIB };
/**
 * Where partitions are paused over and over: one that may go on is asked for only by the fetch behind the one that waits, and with all of them paused
 * kafkajs sleeps this long. Of a wave of retries a few go at a time, and what was fetched behind them is fetched again.
 */
const OF_PAUSED: FetchLimits = { maxWaitTimeInMs: 250, maxBytesPerPartition: 64 * KIB, maxBytes: 768 * KIB };
/**
 * Where a handler takes messages into memory of its own or leaves them: it is never busy, and beside a burst that is left, each fetch costs a few turns of
 * a busy event loop.
 */
const OF_LEFT: FetchLimits = { maxWaitTimeInMs: 500, maxBytesPerPartition: 512 * KIB, maxBytes: 2_048 * KIB };

export function fetchLimits({
  pausesPartitions,
  partitionListener,
}: Pick<BatchServerOptions, 'pausesPartitions' | 'partitionListener'>): FetchLimits {
  if (partitionListener?.left) return OF_LEFT;
  return pausesPartitions ? OF_PAUSED : USUAL;
}

/**
 * Recognises fetches that began before the current assignment. kafkajs can rejoin its group during the fetch from one broker, while fetches from
 * other brokers continue. Their messages come after messages without a verdict; to accept them would skip those messages.
 */
export class Fetches {
  /** The generation in which the latest one from each broker began. */
  private readonly begun = new Map<number, number>();
  private isOutdated = false;

  /** True for batches that are handed out now: what a fetch brings is, within one turn of the event loop. Taken for outdated, one comes again. */
  get areOutdated(): boolean {
    return this.isOutdated;
  }

  started(nodeId: number, generation: number): void {
    this.begun.set(nodeId, generation);
  }

  ended(nodeId: number, generation: number): void {
    if (this.begun.get(nodeId) === generation) return;
    this.isOutdated = true;
    setImmediate(() => (this.isOutdated = false));
  }
}
