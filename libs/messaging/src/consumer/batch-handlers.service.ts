import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { TopicName } from '#libs/contracts';
import { BatchHandling, type Verdicts } from './batch-handling.service.js';
import type { BatchServerOptions, BatchServerParts } from './batch-server-parts.js';
import type { ConsumedMessage } from './consumed-message.js';
import { Gathering, type HandleAll, type Slice } from './gathering.service.js';
import { UNREAD_BATCH } from '../codec/unread-batch.js';
import { park, type Verdict } from './verdict.js';

/** The method that names the topic in @BatchPattern; null = there is none. */
type HandlerOf = (topic: TopicName) => MessageHandler | null;

/** The handlers of one consumer group: how each of its topics is handled, and how that fares. */
export class BatchHandlers {
  private readonly handlings = new Map<TopicName, BatchHandling>();
  /** One for all topics: what the group may do at once, its handlers share. */
  private readonly gathering: Gathering;

  constructor(
    private readonly handlerOf: HandlerOf,
    private readonly options: BatchServerOptions,
    private readonly parts: BatchServerParts,
  ) {
    const handle: HandleAll = (messages, isAbandoned) => this.of(messages[0]!.topic).verdicts(messages, isAbandoned);
    this.gathering = new Gathering(handle, options);
  }

  /** The failure that is being waited out, whichever comes first. */
  get trouble(): string | undefined {
    return [...this.handlings.values()].find(({ trouble }) => trouble !== undefined)?.trouble;
  }

  get longestCallMs(): number {
    return Math.max(0, ...[...this.handlings.values()].map(({ longestCallMs }) => longestCallMs));
  }

  /** Of messages of one topic, by themselves or gathered with others of it. @throws Abandoned when `isAbandoned` says so between two tries */
  async verdicts(slice: Slice): Promise<Verdicts> {
    if (slice.messages.every(({ unread }) => unread === undefined)) return this.ofRead(slice);
    const messages = slice.messages.filter(({ unread }) => unread === undefined);
    const verdicts = messages.length === 0 ? [] : await this.ofRead({ ...slice, messages });
    const rest = verdicts[Symbol.iterator]();
    return slice.messages.map((message) => (message.unread === undefined ? rest.next().value! : this.parkUnread(message, message.unread)));
  }

  private parkUnread({ topic, partition, offset }: ConsumedMessage, why: string): Verdict {
    this.parts.logger.few('error', topic, 'batch.unread', { topic, partition, offset, why });
    return park(UNREAD_BATCH, why);
  }

  private ofRead(slice: Slice): Promise<Verdicts> {
    const { messages, isAbandoned } = slice;
    const { topic } = messages[0]!;
    return this.options.isMixed ? this.gathering.verdicts(slice) : this.of(topic).verdicts(messages, isAbandoned);
  }

  of(topic: TopicName): BatchHandling {
    const known = this.handlings.get(topic) ?? new BatchHandling((messages) => this.call(messages), this.parts.clock, this.parts.logger);
    this.handlings.set(topic, known);
    return known;
  }

  private async call(messages: readonly ConsumedMessage[]): Promise<Verdicts> {
    const { topic } = messages[0]!;
    const handler = this.handlerOf(topic);
    if (!handler) throw new TypeError(`nobody handles ${topic}`);
    const stopTimer = this.parts.metrics.batchSeconds.startTimer({ topic });
    const answer: unknown = await handler(messages);
    const verdicts = (isObservable(answer) ? await lastValueFrom(answer) : answer) as Verdicts;
    this.parts.metrics.messages.inc({ topic }, messages.length);
    this.parts.metrics.batchMessages.observe({ topic }, messages.length);
    stopTimer();
    return verdicts;
  }
}
