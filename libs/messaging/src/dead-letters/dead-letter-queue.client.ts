import { randomUUID } from 'node:crypto';
import { DLQ_GROUPS, dlqOf, type TopicName } from '#libs/contracts';
import { withAdmin } from '../client/kafka.client.js';
import type { Kafka, KafkaRecord } from '../kafka.js';
import { type DlqReplayArgs, failsAgain } from './dead-letter-args.js';
import { isBareLetter, LEFT_OUT_HEADER, writable } from './dead-letter.js';
import { committedOffsets, readToEnd } from './dead-letter-reader.client.js';
import type { OutgoingMessage } from '../producer/producer.client.js';
import { UNREAD_BATCH, whyUnread } from '../codec/unread-batch.js';

/** The headers of a dead letter that a replay removes. `first-seen` stays, so a message that becomes a dead letter again keeps its age. */
const WHY_HEADERS = ['reason', 'detail', 'src-topic', 'src-partition', 'src-offset', LEFT_OUT_HEADER];

export interface DeadLetter {
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly reason: string;
  readonly detail: string;
  readonly firstSeen: string;
  /** True = a replay of its reason has read past it. */
  readonly isReplayed: boolean;
}

export interface Replay {
  readonly topic: TopicName;
  readonly dryRun: boolean;
  /** The number of messages published back, by reason. A dry run counts the messages that a replay would publish. */
  readonly replayed: Readonly<Record<string, number>>;
  /** The number of messages that stay, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

interface Parts {
  readonly kafka: Kafka;
  readonly topicPrefix: string;
  readonly sessionMs: number;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
}

/** Lists and replays the dead letters of the `.dlq` topics. */
export class DeadLetterQueue {
  constructor(private readonly parts: Parts) {}

  /** Calls `tell` with every dead letter of the topic: with keys and reasons, never with values. */
  async survey(topic: TopicName, tell: (letter: DeadLetter) => void): Promise<void> {
    const group = `${this.parts.topicPrefix}${DLQ_GROUPS.list}${randomUUID()}`;
    const passed = new Map<string, Promise<Map<number, bigint>>>();
    const handle = async (records: readonly KafkaRecord[], partition: number): Promise<void> => {
      for (const record of records) {
        const reason = reasonOf(record);
        const committed = passed.get(reason) ?? committedOffsets(this.parts.kafka, this.groupOf(reason), this.nameOf(topic));
        passed.set(reason, committed);
        tell(toDeadLetter(record, partition, (await committed).get(partition) ?? 0n));
      }
    };
    await readToEnd(this.parts.kafka, { topic: this.nameOf(topic), group, handle, sessionMs: this.parts.sessionMs, commits: false });
    await this.forget(group);
  }

  /**
   * Publishes messages back to their topic, with key, value and headers as they came. A letter whose value was left out cannot be replayed. Each reason has a
   * consumer group of its own: letters of other reasons stay for a later run, and no letter is replayed twice.
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
    const handle = async (records: readonly KafkaRecord[]): Promise<void> => {
      const due = records.filter((record) => reasonOf(record) === reason && !isBareLetter(record) && reason !== UNREAD_BATCH);
      await this.parts.publish(due.map((record) => toOutgoing(topic, record)));
      count += due.length;
    };
    await readToEnd(this.parts.kafka, {
      topic: this.nameOf(topic),
      group: this.groupOf(reason),
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

  /** Deletes the group of one reading. Where that fails, the broker deletes it after its retention. */
  private forget(group: string): Promise<void> {
    return withAdmin(this.parts.kafka, (admin) => admin.deleteGroup(group).catch(() => undefined));
  }
}

const reasonOf = (record: KafkaRecord): string =>
  whyUnread(record) === undefined ? String(record.headers?.['reason'] ?? 'unknown') : UNREAD_BATCH;

function toDeadLetter(record: KafkaRecord, partition: number, replayedTo: bigint): DeadLetter {
  const { headers } = record;
  return {
    partition,
    offset: record.offset,
    key: record.key?.toString() ?? '',
    reason: reasonOf(record),
    detail: whyUnread(record) ?? String(headers?.['detail'] ?? ''),
    firstSeen: String(headers?.['first-seen'] ?? ''),
    isReplayed: BigInt(record.offset) < replayedTo,
  };
}

function toOutgoing(topic: TopicName, { key, value, headers = {} }: KafkaRecord): OutgoingMessage {
  const own = Object.entries(writable(headers)).filter(([name]) => !WHY_HEADERS.includes(name));
  return { topic, key, value, headers: Object.fromEntries(own) };
}

const pick = (counts: Readonly<Record<string, number>>, reasons: readonly string[]): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([reason]) => reasons.includes(reason)));
