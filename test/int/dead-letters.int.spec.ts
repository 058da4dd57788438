import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aScan } from '../builders/parcel-world.js';
import type { App } from '../support/app.js';
import { type OutgoingMessage, publish } from '../support/foreign-publisher.js';
import { useTestBed } from '../support/test-bed.js';
import { type IncomingMessage, lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const MB = 1_000_000;
const LONG_SCAN = JSON.stringify(aScan('OutForDelivery', '2026-03-28T10:00:00Z', { raw_text: 'a'.repeat(3 * MB) }));
const WHOLE = { value: '{', left: undefined };

interface Case {
  readonly name: string;
  readonly messages: () => OutgoingMessage[];
  readonly compression?: 'gzip';
  /** The expected dead letters: each with its value, and with the part that `detail` says was left out. */
  readonly letter: { readonly value: string | undefined; readonly left: string | undefined };
}

const CASES: readonly Case[] = [
  { name: 'a header without a value', messages: () => [{ value: '{', headers: { 'x-null': null } }], letter: WHOLE },
  {
    name: 'headers named like properties that every object has',
    messages: () => [{ value: '{', headers: Object.fromEntries(['constructor', 'toString', '__proto__'].map((name) => [name, 'x'])) }],
    letter: WHOLE,
  },
  {
    name: 'as many headers as a record may have',
    messages: () => [{ value: '{', headers: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`h${n.toString(36)}`, ''])) }],
    letter: WHOLE,
  },
  {
    name: '3 MB that came as 3 KB of gzip',
    messages: () => [{ value: LONG_SCAN }],
    compression: 'gzip',
    letter: { value: LONG_SCAN, left: undefined },
  },
  {
    name: 'a key of 3 MB and a header of 1 MB that came as gzip',
    messages: () => [{ partition: 0, key: 'k'.repeat(3 * MB), value: '{', headers: { baggage: 'b', 'first-seen': 'c'.repeat(MB) } }],
    compression: 'gzip',
    letter: WHOLE,
  },
  {
    name: '17 MB that came as 250 KB of gzip',
    messages: () => [{ partition: 0, key: 'k'.repeat(2_000), value: randomBytes(200_000).toString('base64') + ' '.repeat(17 * MB) }],
    compression: 'gzip',
    letter: { value: undefined, left: 'a value of 17' },
  },
  {
    name: '500 with 4 KB of headers each that came as gzip',
    messages: () => Array.from({ length: 500 }, () => ({ key: 'k', value: '{', headers: { baggage: 'b'.repeat(4000) } })),
    compression: 'gzip',
    letter: WHOLE,
  },
];

const bed = useTestBed({ partitions: 1 });
let builder: App;
let seen = 0;

beforeAll(async () => {
  builder = await bed.startApp('event-builder');
});

async function newLetters(): Promise<IncomingMessage[]> {
  const lag = (): Promise<number> => lagOf(`${bed.topicPrefix}event-builder`, `${bed.topicPrefix}scans`);
  await waitFor(async () => (await lag()) === 0, { what: 'a dead letter, while the partition continues' });
  const letters = (await bed.readTopic('scans.dlq')).slice(seen);
  seen += letters.length;
  return letters;
}

describe('a message that cannot be read', () => {
  it.each(CASES)('becomes a dead letter and delays no other message: $name', async (given) => {
    await publish(`${bed.topicPrefix}scans`, given.messages(), given.compression);
    const letters = await newLetters();
    expect(letters).toHaveLength(given.messages().length);
    const { headers, value } = letters[0]!;
    expect(headers).toMatchObject({ 'src-topic': `${bed.topicPrefix}scans`, 'src-partition': '0' });
    expect(value?.toString()).toBe(given.letter.value);
    expect(headers['left-out'] === undefined).toBe(given.letter.left === undefined);
    expect(headers['left-out'] ?? '').toContain(given.letter.left ?? '');
    expect(headers['detail']).toContain(headers['left-out'] ?? '');
    expect(builder.lastLines(Infinity).filter((line) => line.includes('consumer.crashed'))).toEqual([]);
  });
});
