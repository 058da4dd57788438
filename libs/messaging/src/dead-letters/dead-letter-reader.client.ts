import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';

const HEARTBEATS_PER_SESSION = 5;

export interface Reading {
  /** Full name. */
  readonly topic: string;
  /** Reading begins at the offset of this group. */
  readonly groupId: string;
  /** A batch of one partition, in order. What it throws ends the reading. */
  readonly handle: (messages: readonly KafkaMessage[], partition: number) => Promise<void>;
  /** KAFKA_SESSION_TIMEOUT_MS: the least that brokers allow is their own matter. */
  readonly sessionMs: number;
  /** Whether the group moves on behind each batch that was handled. */
  readonly commits: boolean;
}

/** Reads a topic to where it ends now: what is parked meanwhile waits for the next reading. @throws when another one reads in that group */
export async function readToEnd(kafka: Kafka, reading: Reading): Promise<void> {
  const ends = await unreadPartitions(kafka, reading);
  if (ends.size === 0) return;
  const consumer = kafka.consumer({
    groupId: reading.groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 200,
    sessionTimeout: reading.sessionMs,
    heartbeatInterval: Math.floor(reading.sessionMs / HEARTBEATS_PER_SESSION),
  });
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [reading.topic], fromBeginning: true });
    await run(consumer, reading, ends);
  } finally {
    await consumer.disconnect();
  }
}

/** Offsets at which the partitions end that hold something new for the group. */
async function unreadPartitions(kafka: Kafka, { topic, groupId }: Reading): Promise<Map<number, bigint>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`topic ${topic} does not exist: create it with the command topics`);
    const { groups } = await admin.describeGroups([groupId]);
    if (groups[0]?.members.length) throw new Error(`another command reads ${topic} as ${groupId}: wait until it has ended`);
    const committed = await committedOffsets(kafka, groupId, topic);
    const unread = (await admin.fetchTopicOffsets(topic)).filter(
      ({ partition, low, high }) => BigInt(high) > larger(BigInt(low), committed.get(partition)),
    );
    return new Map(unread.map(({ partition, high }) => [partition, BigInt(high)]));
  } finally {
    await admin.disconnect();
  }
}

/** By partition; one that the group has never committed is missing. */
export async function committedOffsets(kafka: Kafka, groupId: string, topic: string): Promise<Map<number, bigint>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const known = (offsets?.partitions ?? []).filter(({ offset }) => Number(offset) >= 0);
    return new Map(known.map(({ partition, offset }) => [partition, BigInt(offset)]));
  } finally {
    await admin.disconnect();
  }
}

function run(consumer: Consumer, reading: Reading, ends: Map<number, bigint>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const endWith = (settle: () => void): void => {
      isOver = true;
      settle();
    };
    const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
      if (isOver) return; // kafkajs goes on fetching until it is disconnected
      try {
        await takeBatch(consumer, payload, { reading, ends });
        if (ends.size === 0) endWith(resolve);
      } catch (error) {
        endWith(() => reject(error));
      }
    };
    consumer.on(consumer.events.CRASH, ({ payload }) => endWith(() => reject(payload.error)));
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
}

interface ReadProgress {
  readonly reading: Reading;
  readonly ends: Map<number, bigint>;
}

async function takeBatch(consumer: Consumer, { batch }: EachBatchPayload, { reading, ends }: ReadProgress): Promise<void> {
  const { topic, partition, messages } = batch;
  const end = ends.get(partition);
  if (end === undefined) return;
  const due = messages.filter(({ offset }) => BigInt(offset) < end);
  await reading.handle(due, partition);
  const next = BigInt(batch.lastOffset()) + 1n;
  const readTo = next < end ? next : end;
  if (reading.commits) await consumer.commitOffsets([{ topic, partition, offset: String(readTo) }]);
  if (readTo === end) ends.delete(partition);
}

const larger = (left: bigint, right: bigint | undefined): bigint => (right !== undefined && right > left ? right : left);
