import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readToEnd } from '#libs/messaging';
import { createTopicsAs, deleteTopics, publish, testKafka, uniqueTopicPrefix } from '../support/topics.js';

const KINDS = ['gzip', 'snappy', 'lz4', 'zstd'] as const;
/** More than one block of each kind: repetitive values, and values that cannot be compressed. */
const VALUES = [
  'small',
  'a parcel and another one '.repeat(8_000),
  Array.from({ length: 40_000 }, (_, n) => (n * n * 7919).toString(36)).join(''),
];

const prefix = uniqueTopicPrefix();

/** The broker compresses incoming messages again, with the libraries that every Java producer uses. */
beforeAll(() =>
  createTopicsAs(KINDS.map((kind) => ({ name: prefix + kind, partitions: 1, replicationFactor: 1, config: { 'compression.type': kind } }))),
);

afterAll(() => deleteTopics(prefix));

describe('a compressed topic', () => {
  it.each(KINDS)('by %s is read as it was written', async (kind) => {
    const topic = prefix + kind;
    await publish(
      topic,
      VALUES.map((value) => ({ value })),
    );
    const read: string[] = [];
    const handle = (records: readonly { value: Buffer | null }[]): Promise<void> =>
      Promise.resolve(void read.push(...records.map(({ value }) => String(value))));
    await readToEnd(testKafka(), { topic, group: `${prefix}reader`, handle, sessionMs: 60_000, commits: false });
    expect(read).toHaveLength(VALUES.length);
    expect(read.every((value, index) => value === VALUES[index])).toBe(true);
  });
});
