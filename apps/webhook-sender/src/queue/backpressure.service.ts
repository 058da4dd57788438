import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { RecentCounter } from './recent-counter.js';

/** A tenth of a second of work on two cores: more adds delay for all accounts and no throughput. */
const MOST_AHEAD = 250;
/** Due retries leave this much to events, so they never make an event wait. */
const RESERVED = 50;
/** What waits longer in memory waits for its receiver, not for this process. */
const QUEUED_MS = 1_000;
/** What was published comes back with a fetch within this time. */
const PUBLISHED_MS = 100;
const LOOK_MS = 10;

/**
 * Counts the attempts that this process has still to begin: just published, unread in its partitions, or just queued.
 * Whatever publishes attempts (fan-out, due retries) waits while there are many, so that the next account's attempt comes soon.
 */
@Injectable()
export class Backpressure {
  /** Unread attempts behind the last one that was read, by partition. */
  private readonly unread = new Map<number, number>();
  private readonly queuedAttempts = new RecentCounter(QUEUED_MS);
  private readonly publishedAttempts = new RecentCounter(PUBLISHED_MS);

  constructor(@Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>) {}

  /** How many more attempts may be published now. */
  get room(): number {
    const nowMs = this.clock.steadyMs();
    const unread = [...this.unread.values()].reduce((sum, count) => sum + count, 0);
    return Math.max(0, MOST_AHEAD - unread - this.queuedAttempts.count(nowMs) - this.publishedAttempts.count(nowMs));
  }

  /** How many due retries may be published now. */
  get roomForRetries(): number {
    return Math.max(0, this.room - RESERVED);
  }

  /** Waits until there is any room, at most so long. */
  async waitForRoom(longestMs: number): Promise<void> {
    const deadlineMs = this.clock.steadyMs() + longestMs;
    while (this.room === 0 && this.clock.steadyMs() < deadlineMs) await pause(LOOK_MS);
  }

  published(attempts: number): void {
    this.publishedAttempts.add(this.clock.steadyMs(), attempts);
  }

  /** @param unread how many attempts the partition holds behind those that were read */
  read(partition: number, unread: number): void {
    this.unread.set(partition, unread);
  }

  /** @param readMs when the attempt was read, by the steady clock */
  queued(readMs: number): void {
    this.queuedAttempts.add(readMs);
  }

  /** The attempt has left its queue: it is under way, or in the table. @param readMs as in `queued` */
  left(readMs: number): void {
    this.queuedAttempts.remove(readMs);
  }

  /** Partitions go to other processes. */
  partitionsMoved(): void {
    this.unread.clear();
  }
}
