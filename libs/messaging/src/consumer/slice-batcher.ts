import { performance } from 'node:perf_hooks';
import { coalescePerTick } from '#libs/config';
import { Abandoned, type Verdicts } from './handler-calls.js';
import type { ConsumedMessage } from './consumed-message.js';
import { lingerMs } from './linger.js';

type IsAbandoned = () => boolean;
/** Handles the messages of several slices in one call. */
export type HandleAll = (messages: readonly ConsumedMessage[], isAbandoned: IsAbandoned) => Promise<Verdicts>;

/** Messages of one partition that are handled together. A slice is never empty. */
export interface Slice {
  readonly messages: readonly ConsumedMessage[];
  readonly isAbandoned: IsAbandoned;
  /** Whether the partition has more messages behind the slice. */
  readonly hasMore: boolean;
}

interface WaitingSlice extends Slice {
  readonly resolve: (verdicts: Verdicts) => void;
  readonly reject: (error: unknown) => void;
}

/** The limits of the calls of one consumer. */
export interface BatchLimits {
  /** The most messages in one call, unless one slice alone has more. */
  readonly maxBatch: number;
  /** The most calls at the same time, over all topics. */
  readonly concurrency: number;
}

/**
 * Hands slices of several partitions to the handler as one batch. A call takes the same statements for one message as for hundreds, so a dozen partitions
 * with one message each must not cost a dozen calls. A batch has one topic: the topic of the slice that has waited longest. The topics of a group share its
 * calls, because each call holds connections and locks.
 */
export class SliceBatcher {
  private waiting: WaitingSlice[] = [];
  private calls = 0;
  /** When the last call began. */
  private startedMs = -Infinity;
  /** The batches of a fetch come one after the other, but within one turn of the event loop. */
  private readonly startSoon = coalescePerTick(() => {
    while (this.calls < this.limits.concurrency && this.waiting.length > 0) void this.call(this.takeWaiting());
  });

  constructor(
    private readonly handleAll: HandleAll,
    private readonly limits: BatchLimits,
  ) {}

  /** Gets the verdicts of a slice from a call that other slices may share. When one slice is given up, the whole call is. */
  verdicts(slice: Slice): Promise<Verdicts> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject, ...slice });
      this.startSoon();
    });
  }

  private takeWaiting(): WaitingSlice[] {
    const topicOf = ({ messages }: Slice): string => messages[0]!.topic;
    const ofTopic = this.waiting.filter((slice) => topicOf(slice) === topicOf(this.waiting[0]!));
    let count = 0;
    const tooMany = ofTopic.findIndex(({ messages }) => (count += messages.length) > this.limits.maxBatch);
    const taken = new Set(tooMany === -1 ? ofTopic : ofTopic.slice(0, Math.max(1, tooMany)));
    this.waiting = this.waiting.filter((slice) => !taken.has(slice));
    return [...taken];
  }

  /** A slice that was given up while it waited is not handled: the handler would take its messages for messages of the new assignment. */
  private async call(slices: readonly WaitingSlice[]): Promise<void> {
    this.calls += 1;
    const isAnyAbandoned = (): boolean => slices.some(({ isAbandoned }) => isAbandoned());
    try {
      if (isAnyAbandoned()) throw new Abandoned();
      const messages = slices.flatMap((slice) => slice.messages);
      const [startedMs, beforeMs] = [performance.now(), this.startedMs];
      this.startedMs = startedMs;
      const verdicts = await this.handleAll(messages, isAnyAbandoned);
      const nowMs = performance.now();
      const hasMore = slices.some((slice) => slice.hasMore);
      await linger(lingerMs({ messages: messages.length, tookMs: nowMs - startedMs, cycleMs: nowMs - beforeMs, hasMore }));
      let start = 0;
      for (const { messages: own, resolve } of slices) resolve(verdicts.slice(start, (start += own.length)));
    } catch (error) {
      slices.forEach(({ reject }) => reject(error));
    }
    this.calls -= 1;
    this.startSoon();
  }
}

const linger = (ms: number): Promise<void> | undefined => (ms < 1 ? undefined : new Promise((resolve) => setTimeout(resolve, ms)));
