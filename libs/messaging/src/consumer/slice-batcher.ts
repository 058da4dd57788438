import { performance } from 'node:perf_hooks';
import { coalescePerTick } from '#libs/config';
import { Abandoned, type Verdicts } from './handler-calls.js';
import type { ConsumedMessage } from './consumed-message.js';
import { lingerMs } from './linger.js';

type IsAbandoned = () => boolean;
/** The handler of several slices at once. */
export type HandleAll = (messages: readonly ConsumedMessage[], isAbandoned: IsAbandoned) => Promise<Verdicts>;

/** What is handled of one partition at once; never empty, of one topic. */
export interface Slice {
  readonly messages: readonly ConsumedMessage[];
  readonly isAbandoned: IsAbandoned;
  /** Whether more of the partition waits behind it. */
  readonly hasMore: boolean;
}

interface WaitingSlice extends Slice {
  readonly resolve: (verdicts: Verdicts) => void;
  readonly reject: (error: unknown) => void;
}

/** Most messages in one call, and most calls at once. */
export interface BatchLimits {
  /** Most messages in one call, unless one partition's slice alone has more. */
  readonly maxBatch: number;
  /** Most calls at the same time, over all topics. */
  readonly concurrency: number;
}

/**
 * Slices of several partitions that came with one fetch, or while others were handled, go to the handler as one batch: it takes the same
 * statements for one message as for hundreds, so a dozen partitions with a message each must not cost a dozen times as much. A batch has one
 * topic, that of the slice that has waited longest; the topics of a group share its calls, for each of them holds connections and locks.
 */
export class SliceBatcher {
  private waiting: WaitingSlice[] = [];
  private calls = 0;
  /** When the last call began. */
  private startedMs = -Infinity;
  /** kafkajs hands out the partitions of a fetch one after the other, but within one turn of the event loop. */
  private readonly startSoon = coalescePerTick(() => {
    while (this.calls < this.limits.concurrency && this.waiting.length > 0) void this.call(this.takeWaiting());
  });

  constructor(
    private readonly handleAll: HandleAll,
    private readonly limits: BatchLimits,
  ) {}

  /** As `handleAll`, which others' messages may share; when one of them is given up, so is the whole call. */
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

  /** What was given up while it waited is not begun: the handler would take it for messages of after. */
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
