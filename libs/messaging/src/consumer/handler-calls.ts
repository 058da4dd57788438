import { type Clock, pauseMs } from '#libs/config';
import { errorFields, type Logger } from '#libs/observability';
import type { ConsumedMessage } from './consumed-message.js';
import { isLasting } from './failure.js';
import { deadLetter, type Verdict } from './verdict.js';

/** The verdicts of a batch, one for each message. */
export type Verdicts = readonly (Verdict | Promise<Verdict>)[];
/** Handles one batch. */
export type Handle = (messages: readonly ConsumedMessage[]) => Promise<Verdicts>;

/** The batch was given up, because its partition was lost or the app stops. Its offset stays, and the batch comes again. */
export class Abandoned extends Error {}

/** How often a pause looks whether its batch was given up. */
const LOOK_MS = 100;

/**
 * Calls a handler until it answers. A failure of the infrastructure is retried. A batch that can never succeed is split until the message at fault is
 * alone and is rejected (ARCHITECTURE.md, invariant 5).
 */
export class HandlerCalls {
  /** When each call under way began, by the steady clock. */
  private readonly calls = new Map<symbol, number>();
  /** The failures that are being retried, by call. */
  private readonly troubles = new Map<symbol, string>();

  constructor(
    private readonly handle: Handle,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** The failure that is retried for longest; readiness shows it. */
  get trouble(): string | undefined {
    for (const trouble of this.troubles.values()) return trouble;
    return undefined;
  }

  get longestCallMs(): number {
    return Math.max(0, ...[...this.calls.values()].map((sinceMs) => this.clock.steadyMs() - sinceMs));
  }

  /** @throws Abandoned when the batch is given up between two tries */
  async verdicts(messages: readonly ConsumedMessage[], isAbandoned: () => boolean): Promise<Verdicts> {
    try {
      return await this.untilItWorks(() => this.call(messages), isAbandoned);
    } catch (error) {
      if (!isLasting(error)) throw error;
      return this.apart(messages, error, isAbandoned);
    }
  }

  /** Tries again until `act` succeeds. @throws Abandoned, or an error that a retry cannot fix */
  async untilItWorks<T>(act: () => Promise<T>, isAbandoned: () => boolean): Promise<T> {
    const id = Symbol('wait');
    try {
      for (let failures = 1; ; failures++) {
        try {
          return await act();
        } catch (error) {
          if (isLasting(error)) throw error;
          this.troubles.set(id, (error as Error).message);
          this.logger.warn('batch.failed', { failures, ...errorFields(error) });
          await this.pause(pauseMs(failures, Math.random()), isAbandoned);
          if (isAbandoned()) throw new Abandoned();
        }
      }
    } finally {
      this.troubles.delete(id); // also of a batch that was given up: its next owner reports the failure
    }
  }

  /** Ends early when the batch is given up, because a stop must not wait for a long pause. */
  private async pause(ms: number, isAbandoned: () => boolean): Promise<void> {
    const untilMs = this.clock.steadyMs() + ms;
    while (this.clock.steadyMs() < untilMs && !isAbandoned()) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, untilMs - this.clock.steadyMs())));
    }
  }

  private async call(messages: readonly ConsumedMessage[]): Promise<Verdicts> {
    const id = Symbol('call');
    this.calls.set(id, this.clock.steadyMs());
    try {
      const verdicts = await this.handle(messages);
      if (verdicts.length !== messages.length) throw new RangeError(`${messages.length} messages got ${verdicts.length} verdicts`);
      return verdicts;
    } finally {
      this.calls.delete(id);
    }
  }

  private async apart(messages: readonly ConsumedMessage[], error: unknown, isAbandoned: () => boolean): Promise<Verdicts> {
    const [first, ...others] = messages;
    if (!first) return [];
    this.logger.error('batch.cannotSucceed', {
      messages: messages.length,
      topic: first.topic,
      offset: first.offset,
      ...errorFields(error),
    });
    if (others.length === 0) return [deadLetter('E_INTERNAL', (error as Error).message)];
    const verdicts: (Verdict | Promise<Verdict>)[] = [];
    for (const message of messages) verdicts.push(...(await this.verdicts([message], isAbandoned)));
    return verdicts;
  }
}
