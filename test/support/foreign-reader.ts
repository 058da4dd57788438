// A foreign program that reads the topics of the service: plain kafkajs. Tests that need a foreign consumer use this file alone.
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import kafkajs, { type KafkaMessage } from 'kafkajs';
import { foreignKafka } from './foreign-publisher.js';

/** kafkajs has no zstd of its own (docs/topics.md). */
const ZSTD = { compress: ({ buffer }: { buffer: Buffer }) => promisify(zstdCompress)(buffer), decompress: promisify(zstdDecompress) };

export interface IncomingMessage {
  readonly partition: number;
  readonly offset: string;
  readonly key: string | undefined;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the value as JSON. */
  json<T = unknown>(): T;
}

/** Reads all messages of a topic from its beginning to its present end, by partition and offset. @param topic full name */
export async function readTopic(topic: string): Promise<IncomingMessage[]> {
  const admin = foreignKafka().admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  const open = new Map(ends.filter(({ low, high }) => BigInt(high) > BigInt(low)).map(({ partition, high }) => [partition, BigInt(high)]));
  const groupId = `foreign-reader-${randomUUID()}`;
  const found = open.size === 0 ? [] : await readUntil({ topic, groupId, open });
  await admin.deleteGroups([groupId]).catch(() => undefined); // a group without offsets goes by itself, perhaps at this moment
  await admin.disconnect();
  return found.toSorted((a, b) => a.partition - b.partition || Number(BigInt(a.offset) - BigInt(b.offset)));
}

interface Reading {
  readonly topic: string;
  readonly groupId: string;
  /** The ends of the partitions that are not yet read to their end. */
  readonly open: Map<number, bigint>;
}

async function readUntil({ topic, groupId, open }: Reading): Promise<IncomingMessage[]> {
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ZSTD;
  const consumer = foreignKafka().consumer({ groupId, maxWaitTimeInMs: 100, sessionTimeout: 60_000 });
  const found: IncomingMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = async ({ partition, message }: { partition: number; message: KafkaMessage }): Promise<void> => {
      const end = open.get(partition);
      if (end === undefined) return;
      found.push(fromKafka(partition, message));
      if (BigInt(message.offset) + 1n >= end) open.delete(partition);
      if (open.size === 0) resolve();
    };
    consumer.run({ autoCommit: false, eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return found;
}

function fromKafka(partition: number, { offset, key, value, headers }: KafkaMessage): IncomingMessage {
  return {
    partition,
    offset,
    key: key?.toString(),
    value,
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
    json: <T>() => JSON.parse(String(value)) as T,
  };
}
