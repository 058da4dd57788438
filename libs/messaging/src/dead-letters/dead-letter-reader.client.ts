import { SECOND } from '#libs/config';
import { withAdmin } from '../client/kafka.client.js';
import type { Admin, Consumer, FetchedBatch, Kafka, KafkaRecord } from '../kafka.js';

const HEARTBEATS_PER_SESSION = 5;
const MAX_WAIT_MS = 200;
/** How often the reader looks for what no batch tells: retention has emptied a partition, or another member has it. */
const LOOK_MS = SECOND;

export interface Reading {
  /** Full name. */
  readonly topic: string;
  /** Reading begins at the offset of this group. */
  readonly group: string;
  /** Handles the records of one batch. An error ends the reading. */
  readonly handle: (records: readonly KafkaRecord[], partition: number) => Promise<void>;
  /** KAFKA_SESSION_TIMEOUT_MS: brokers have a lower limit of their own. */
  readonly sessionMs: number;
  /** Whether the group commits behind each batch. */
  readonly commits: boolean;
}

/** Reads a topic to its present end. Later records wait for the next reading. @throws when another member of the group reads the topic */
export async function readToEnd(kafka: Kafka, reading: Reading): Promise<void> {
  const ends = await unreadPartitions(kafka, reading);
  if (ends.size === 0) return;
  await withAdmin(kafka, (admin) => new TopicReader({ kafka, admin, reading, ends }).read());
}

/** Returns the end of each partition that has new records for the group. */
async function unreadPartitions(kafka: Kafka, { topic, group }: Reading): Promise<Map<number, bigint>> {
  return withAdmin(kafka, async (admin) => {
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`topic ${topic} does not exist: create it with the command topics`);
    const [described] = await admin.describeGroups([group]);
    if (described?.members) throw readElsewhere({ topic, group });
    const committed = byPartition(await admin.committed(group, [topic]));
    const unread = (await admin.ranges(topic)).filter(
      ({ partition, low, high }) => BigInt(high) > larger(BigInt(low), committed.get(partition)),
    );
    return new Map(unread.map(({ partition, high }) => [partition, BigInt(high)]));
  });
}

/** Returns the committed offsets of a group by partition, without partitions that have none. */
export const committedOffsets = async (kafka: Kafka, group: string, topic: string): Promise<Map<number, bigint>> =>
  byPartition(await withAdmin(kafka, (admin) => admin.committed(group, [topic])));

const byPartition = (offsets: readonly { readonly partition: number; readonly offset: string }[]): Map<number, bigint> =>
  new Map(offsets.filter(({ offset }) => Number(offset) >= 0).map(({ partition, offset }) => [partition, BigInt(offset)]));

const readElsewhere = ({ topic, group }: Pick<Reading, 'topic' | 'group'>): Error =>
  new Error(`another command reads ${topic} as ${group}: wait until it has ended`);

interface Parts {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly reading: Reading;
  /** The ends of the partitions that are not yet read to their end. */
  readonly ends: Map<number, bigint>;
}

class TopicReader {
  private readonly consumer: Consumer;
  private readonly over = Promise.withResolvers<void>();
  private isOver = false;
  private looked: Promise<void> = Promise.resolve();
  /** The partitions of this member; undefined = it has not joined. */
  private own: readonly number[] | undefined;

  constructor(private readonly parts: Parts) {
    const { topic, group, sessionMs } = parts.reading;
    const heartbeatMs = Math.floor(sessionMs / HEARTBEATS_PER_SESSION);
    this.consumer = parts.kafka.consumer(
      { group, sessionMs, heartbeatMs, fetch: { maxWaitMs: MAX_WAIT_MS } },
      {
        onJoined: (assigned) => (this.own = assigned[topic] ?? []),
        onSkipped: ({ partition, offset }) => this.passTo(partition, BigInt(offset) + 1n),
        onCrashed: (error) => this.over.reject(error),
      },
    );
  }

  async read(): Promise<void> {
    const { promise, reject } = this.over;
    let looking: NodeJS.Timeout | undefined;
    try {
      await this.consumer.connect();
      await this.consumer.subscribe([this.parts.reading.topic]);
      looking = setInterval(() => {
        this.looked = this.look().catch(reject);
      }, LOOK_MS);
      this.consumer.run(1, (batch) => this.take(batch).catch(reject)).catch(reject);
      await promise;
    } finally {
      this.isOver = true;
      clearInterval(looking);
      await this.looked; // kafkajs would connect again for a request that is under way when its client disconnects
      await this.consumer.disconnect();
    }
  }

  /** kafkajs goes on fetching until it is disconnected, so batches may come after the end. */
  private async take(batch: FetchedBatch): Promise<void> {
    const { topic, partition, records, lastOffset } = batch;
    batch.moveBehind(lastOffset);
    const end = this.parts.ends.get(partition);
    if (this.isOver || end === undefined) return;
    const { handle, commits } = this.parts.reading;
    const due = records.filter(({ offset }) => BigInt(offset) < end);
    await handle(due, partition);
    const next = BigInt(lastOffset) + 1n;
    const readTo = next < end ? next : end;
    if (commits) await this.consumer.commit([{ topic, partition, offset: String(readTo) }]);
    this.passTo(partition, readTo);
  }

  private async look(): Promise<void> {
    const { admin, reading, ends } = this.parts;
    const { own } = this;
    if (own && [...ends.keys()].some((partition) => !own.includes(partition))) throw readElsewhere(reading);
    // Retention may have removed all records that were to be read.
    for (const { partition, low } of await admin.ranges(reading.topic)) this.passTo(partition, BigInt(low));
  }

  private passTo(partition: number, next: bigint): void {
    const { ends } = this.parts;
    if (next >= (ends.get(partition) ?? next)) ends.delete(partition);
    if (ends.size === 0) this.over.resolve();
  }
}

const larger = (left: bigint, right: bigint | undefined): bigint => (right !== undefined && right > left ? right : left);
