import type { Admin, Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { SECOND } from '#libs/config';

const HEARTBEATS_PER_SESSION = 5;
/** How often it is looked at what no batch tells: that retention has emptied a partition, or that another member has it. */
const LOOK_MS = SECOND;

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

/** Reads a topic to where it ends now: what comes meanwhile waits for the next reading. @throws when another one reads in that group */
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
  const admin = kafka.admin();
  await Promise.all([consumer.connect(), admin.connect()]);
  try {
    await consumer.subscribe({ topics: [reading.topic], fromBeginning: true });
    await run({ consumer, admin, reading, ends });
  } finally {
    await Promise.all([consumer.disconnect(), admin.disconnect()]);
  }
}

/** Offsets at which the partitions end that hold something new for the group. */
async function unreadPartitions(kafka: Kafka, { topic, groupId }: Reading): Promise<Map<number, bigint>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`topic ${topic} does not exist: create it with the command topics`);
    const { groups } = await admin.describeGroups([groupId]);
    if (groups[0]?.members.length) throw readElsewhere({ topic, groupId });
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

const readElsewhere = ({ topic, groupId }: Pick<Reading, 'topic' | 'groupId'>): Error =>
  new Error(`another command reads ${topic} as ${groupId}: wait until it has ended`);

interface Progress {
  readonly consumer: Consumer;
  readonly admin: Admin;
  readonly reading: Reading;
  /** The ends of the partitions that are not read to their end. */
  readonly ends: Map<number, bigint>;
}

async function run(progress: Progress): Promise<void> {
  const { consumer, reading, ends } = progress;
  const { CRASH, GROUP_JOIN, START_BATCH_PROCESS } = consumer.events;
  let looking: NodeJS.Timeout | undefined;
  let isOver = false;
  let own: readonly number[] | undefined;
  const over = new Promise<void>((resolve, reject) => {
    const endIfRead = (): void => void (ends.size === 0 && resolve());
    const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
      if (!isOver) await takeBatch(progress, payload).then(endIfRead, reject); // kafkajs goes on fetching until it is disconnected
    };
    consumer.on(CRASH, ({ payload }) => reject(payload.error));
    consumer.on(GROUP_JOIN, ({ payload }) => {
      own = payload.memberAssignment[reading.topic] ?? [];
    });
    // What holds control records alone, or what was aborted, comes to no handler.
    consumer.on(START_BATCH_PROCESS, ({ payload: { batchSize, partition, lastOffset } }) => {
      if (batchSize === 0) passTo(ends, partition, BigInt(lastOffset) + 1n);
      endIfRead();
    });
    const look = (): void => {
      if (own && [...ends.keys()].some((partition) => !own?.includes(partition))) reject(readElsewhere(reading));
      else void passRemoved(progress).then(endIfRead, reject);
    };
    looking = setInterval(look, LOOK_MS);
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
  try {
    await over;
  } finally {
    isOver = true;
    clearInterval(looking);
  }
}

async function takeBatch({ consumer, reading, ends }: Progress, { batch }: EachBatchPayload): Promise<void> {
  const { topic, partition, messages } = batch;
  const end = ends.get(partition);
  if (end === undefined) return;
  const due = messages.filter(({ offset }) => BigInt(offset) < end);
  await reading.handle(due, partition);
  const next = BigInt(batch.lastOffset()) + 1n;
  const readTo = next < end ? next : end;
  if (reading.commits) await consumer.commitOffsets([{ topic, partition, offset: String(readTo) }]);
  passTo(ends, partition, readTo);
}

/** Partitions of which retention has removed all that was to be read. */
async function passRemoved({ admin, reading, ends }: Progress): Promise<void> {
  for (const { partition, low } of await admin.fetchTopicOffsets(reading.topic)) passTo(ends, partition, BigInt(low));
}

function passTo(ends: Map<number, bigint>, partition: number, next: bigint): void {
  if (next >= (ends.get(partition) ?? next)) ends.delete(partition);
}

const larger = (left: bigint, right: bigint | undefined): bigint => (right !== undefined && right > left ? right : left);
