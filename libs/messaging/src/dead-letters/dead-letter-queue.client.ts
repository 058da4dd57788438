import { randomUUID } from 'node:crypto';
import type { Kafka, KafkaMessage } from 'kafkajs';
import { DLQ_GROUPS, dlqOf, type TopicName } from '#libs/contracts';
import { type DlqReplayArgs, failsAgain } from './dead-letter-args.js';
import { isBareLetter, LEFT_OUT_HEADER, writable } from './dead-letter.js';
import { committedOffsets, readToEnd } from './dead-letter-reader.client.js';
import type { OutgoingMessage } from '../producer/producer.client.js';
import { UNREAD_BATCH, whyUnread } from '../codec/unread-batch.js';

/** The headers that deadLetterHeaders adds; `first-seen` stays, so that a message that becomes a dead letter again still has its age. */
const WHY_HEADERS = ['reason', 'detail', 'src-topic', 'src-partition', 'src-offset', LEFT_OUT_HEADER];

export interface DeadLetter {
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly reason: string;
  readonly detail: string;
  readonly firstSeen: string;
  /** A replay of its reason has passed it. */
  readonly isReplayed: boolean;
}

export interface Replay {
  readonly topic: TopicName;
  readonly dryRun: boolean;
  /** Messages published back, by reason; with a dry run those that would be. */
  readonly replayed: Readonly<Record<string, number>>;
  /** Those that wait on, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

interface Parts {
  readonly kafka: Kafka;
  readonly topicPrefix: string;
  readonly sessionMs: number;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
}

/** The `.dlq` topics for an operator: lists dead letters and replays them. */
export class DeadLetterQueue {
  constructor(private readonly parts: Parts) {}

  /** Tells of every dead letter of the topic; keys and reasons, never values. */
  async survey(topic: TopicName, tell: (letter: DeadLetter) => void): Promise<void> {
    const groupId = `${this.parts.topicPrefix}${DLQ_GROUPS.list}${randomUUID()}`;
    const passed = new Map<string, Promise<Map<number, bigint>>>();
    const handle = async (messages: readonly KafkaMessage[], partition: number): Promise<void> => {
      for (const message of messages) {
        const reason = reasonOf(message);
        const committed = passed.get(reason) ?? committedOffsets(this.parts.kafka, this.groupOf(reason), this.nameOf(topic));
        passed.set(reason, committed);
        tell(toDeadLetter(message, partition, (await committed).get(partition) ?? 0n));
      }
    };
    await readToEnd(this.parts.kafka, { topic: this.nameOf(topic), groupId, handle, sessionMs: this.parts.sessionMs, commits: false });
    await this.forget(groupId);
  }

  /**
   * Publishes messages back to where they came from: key, value and headers as they were, without those that say why; not one whose value
   * was left out. Each reason has a
   * consumer group of its own, so that what was passed over now is not lost for a later run, and what was replayed is not repeated.
   */
  async replay({ topic, reason, all, dryRun }: DlqReplayArgs): Promise<Replay> {
    const waiting = await this.waitingByReason(topic);
    const isChosen = (each: string): boolean => (reason === undefined ? all || !failsAgain(each) : each === reason);
    const chosen = Object.keys(waiting).filter(isChosen);
    const left = Object.fromEntries(Object.entries(waiting).filter(([each]) => !isChosen(each)));
    if (dryRun) return { topic, dryRun, replayed: pick(waiting, chosen), left };
    const replayed: Record<string, number> = {};
    for (const each of chosen) replayed[each] = await this.replayReason(topic, each);
    return { topic, dryRun, replayed, left };
  }

  private async replayReason(topic: TopicName, reason: string): Promise<number> {
    let count = 0;
    const handle = async (messages: readonly KafkaMessage[]): Promise<void> => {
      const due = messages.filter((message) => reasonOf(message) === reason && !isBareLetter(message) && reason !== UNREAD_BATCH);
      await this.parts.publish(due.map((message) => toOutgoing(topic, message)));
      count += due.length;
    };
    await readToEnd(this.parts.kafka, {
      topic: this.nameOf(topic),
      groupId: this.groupOf(reason),
      handle,
      sessionMs: this.parts.sessionMs,
      commits: true,
    });
    return count;
  }

  private async waitingByReason(topic: TopicName): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    await this.survey(topic, ({ reason, isReplayed }) => {
      if (!isReplayed) counts[reason] = (counts[reason] ?? 0) + 1;
    });
    return counts;
  }

  private nameOf(topic: TopicName): string {
    return this.parts.topicPrefix + dlqOf(topic);
  }

  private groupOf(reason: string): string {
    return `${this.parts.topicPrefix}${DLQ_GROUPS.replay}${reason}`;
  }

  /** A group of one reading alone; where it cannot be removed, the broker does so after its retention. */
  private async forget(groupId: string): Promise<void> {
    const admin = this.parts.kafka.admin();
    await admin.connect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

const reasonOf = (message: KafkaMessage): string =>
  whyUnread(message) === undefined ? String(message.headers?.['reason'] ?? 'unknown') : UNREAD_BATCH;

function toDeadLetter(message: KafkaMessage, partition: number, replayedTo: bigint): DeadLetter {
  const { headers } = message;
  return {
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    reason: reasonOf(message),
    detail: whyUnread(message) ?? String(headers?.['detail'] ?? ''),
    firstSeen: String(headers?.['first-seen'] ?? ''),
    isReplayed: BigInt(message.offset) < replayedTo,
  };
}

function toOutgoing(topic: TopicName, message: KafkaMessage): OutgoingMessage {
  const { key, value, headers = {} } = message;
  const own = Object.entries(writable(headers)).filter(([name]) => !WHY_HEADERS.includes(name));
  return { topic, key, value, headers: Object.fromEntries(own) };
}

const pick = (counts: Readonly<Record<string, number>>, reasons: readonly string[]): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([reason]) => reasons.includes(reason)));
