import { KIB } from '#libs/config';
import type { FetchLimits } from '../kafka.js';
import type { BatchServerOptions } from './batch-server-parts.js';

/**
 * The limits of most consumers. A partition gets more bytes than one send usually writes to it: a broker sends a larger batch only for the first partition
 * of the request, which kafkajs chooses at random, so a dozen partitions with larger batches would need a fetch each. All bytes together fill a batch.
 */
const USUAL: FetchLimits = { maxWaitMs: 500, maxBytesPerPartition: 128 * KIB, maxBytes: 512 * KIB };
/**
 * The limits where partitions are paused again and again. A partition that resumes waits until the current fetch ends, and kafkajs sleeps this long when
 * all partitions are paused. Only a few messages of a wave of retries are due at a time, and the messages behind them are fetched again.
 */
const OF_PAUSED: FetchLimits = { maxWaitMs: 250, maxBytesPerPartition: 64 * KIB, maxBytes: 768 * KIB };
/**
 * The limits where a handler takes messages into memory of its own or leaves them. Such a handler is never busy, and during a burst each fetch costs
 * a few turns of a busy event loop.
 */
const OF_LEFT: FetchLimits = { maxWaitMs: 500, maxBytesPerPartition: 512 * KIB, maxBytes: 2_048 * KIB };

export function fetchLimits({
  pausesPartitions,
  partitionListener,
}: Pick<BatchServerOptions, 'pausesPartitions' | 'partitionListener'>): FetchLimits {
  if (partitionListener?.left) return OF_LEFT;
  return pausesPartitions ? OF_PAUSED : USUAL;
}

/**
 * Recognises fetches that began before the current assignment. kafkajs can rejoin its group while fetches from other brokers continue. Such a fetch
 * brings messages behind others that have no verdict, and to accept them would skip the others.
 */
export class Fetches {
  /** The generation in which the latest fetch from each broker began. */
  private readonly begun = new Map<number, number>();
  private isOutdated = false;

  /** Whether the batches that are handed out now are outdated. All batches of a fetch are handed out within one turn of the event loop. An outdated batch comes again. */
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
