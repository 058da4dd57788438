import type { FetchedBatch, Kafka, KafkaRecord } from '#libs/messaging/client';

const COMMIT_EVERY_MS = 250;
const FETCH = { maxWaitMs: 500, maxBytesPerPartition: 128 * 1024, maxBytes: 512 * 1024 };
const GROUP = { sessionMs: 30_000, heartbeatMs: 500, rebalanceMs: 30_000 };
const AT_ONCE = 12;

export type Hop = (records: readonly KafkaRecord[]) => Promise<void>;

/** Reads topics in a group of their own, and commits each batch after its hop. */
export async function listen(kafka: Kafka, topicPrefix: string, hops: Readonly<Record<string, Hop>>): Promise<void> {
  const topics = Object.keys(hops);
  const consumer = kafka.consumer({ group: `${topicPrefix}floor.${topics[0]}`, ...GROUP, fetch: FETCH });
  const due = new Map<string, { topic: string; partition: number; offset: string }>();
  const take = async (batch: FetchedBatch): Promise<void> => {
    await hops[batch.topic.slice(topicPrefix.length)]!(batch.records);
    batch.moveBehind(batch.lastOffset);
    const { topic, partition } = batch;
    due.set(`${topic} ${partition}`, { topic, partition, offset: String(BigInt(batch.lastOffset) + 1n) });
  };
  await consumer.connect();
  await consumer.subscribe(topics.map((topic) => topicPrefix + topic));
  await consumer.run(AT_ONCE, take);
  setInterval(() => {
    const offsets = [...due.values()];
    due.clear();
    if (offsets.length > 0) void consumer.commit(offsets);
  }, COMMIT_EVERY_MS);
}
