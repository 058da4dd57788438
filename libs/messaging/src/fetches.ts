import { KIB } from '#libs/config';

/**
 * Of each partition: what is fetched lies in memory until it is handled, and twelve partitions nearly fill a batch with this. Of a wave of retries a
 * few go at a time, and what was fetched behind them is fetched again.
 */
export const FETCH_BYTES = 64 * KIB;

/**
 * Fetches that were asked for before partitions came. kafkajs can join its group anew within the fetch from one broker, while those from others go
 * on: what they bring lies behind messages that have been let go, and taken for messages of after it would skip these.
 */
export class Fetches {
  /** The tenure in which the latest one from each broker began. */
  private readonly begun = new Map<number, number>();
  private isOutdated = false;

  /** True for batches that are handed out now: what a fetch brings is, within one turn of the event loop. Taken for outdated, one comes again. */
  get areOutdated(): boolean {
    return this.isOutdated;
  }

  started(nodeId: number, tenure: number): void {
    this.begun.set(nodeId, tenure);
  }

  ended(nodeId: number, tenure: number): void {
    if (this.begun.get(nodeId) === tenure) return;
    this.isOutdated = true;
    setImmediate(() => (this.isOutdated = false));
  }
}
