import { beforeAll, describe, expect, it } from '@jest/globals';
import { MIB } from '#libs/config';
import { parcel } from '../builders/parcel.js';
import type { App } from '../support/app.js';
import { type Codec, joined, pack, publishPacked, record, type RecordOptions, type Run, sized } from '../support/batch-bomb.js';
import { mostResidentBytes } from '../support/memory-watch.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const HEAP_MIB = 384;
/** Under Kubernetes the process may use 768 MiB in total (values.yaml). */
const MOST_RESIDENT_BYTES = 700 * MIB;
const repeated = (text: string, times: number): Run[] => [{ bytes: Buffer.from(text), times }];
const manyOf = (count: number, options: RecordOptions): Run[] =>
  Array.from({ length: count }, (_, index) => record({ ...options, index })).flat();
const MANY_RECORDS = [joined(manyOf(101_000, {}))];
const EMPTY_HEADER = '\0\0';

interface Bomb {
  readonly records: number;
  readonly runs: () => Run[];
  /** Snappy compresses 20 bytes into one at best: a topic refuses most bombs in this form as too large. */
  readonly fitsSnappy?: true;
  readonly why: RegExp;
}

const TOO_MUCH = /: it unpacks to more than \d+ bytes$/;
/** Each bomb is named after the part that is too large; the compression varies. */
const BOMBS: Readonly<Record<string, Bomb>> = {
  records: {
    records: 101_000,
    runs: () => MANY_RECORDS,
    fitsSnappy: true,
    why: /: it has 101000 messages, more than 100000$/,
  },
  'headers of one record': {
    records: 1,
    runs: () => record({ headers: 1_500_000, ofHeaders: repeated(EMPTY_HEADER, 1_500_000) }),
    fitsSnappy: true,
    why: /: its message 1 of 1: it has 1500000 headers, more than 1024$/,
  },
  'headers of many records': {
    records: 300,
    runs: () => manyOf(300, { headers: 1_000, ofHeaders: repeated(EMPTY_HEADER, 1_000) }),
    fitsSnappy: true,
    why: /: its messages have more than 200000 headers$/,
  },
  'bytes of a header': {
    records: 1,
    runs: () => record({ headers: 1, ofHeaders: [...sized(repeated('h', MIB)), ...sized(repeated('v', MIB))] }),
    fitsSnappy: true,
    why: /: its message 1 of 1: its headers have \d+ bytes, more than 1310720$/,
  },
  'bytes of a key': { records: 1, runs: () => record({ key: repeated('k', 50 * MIB) }), why: TOO_MUCH },
  'bytes of a value': { records: 1, runs: () => record({ value: repeated(' ', 50 * MIB) }), why: TOO_MUCH },
  'records that are large': {
    records: 100,
    runs: () => manyOf(100, { value: repeated('[', MIB) }),
    why: TOO_MUCH,
  },
};

const CASES = (['gzip', 'snappy', 'lz4', 'zstd'] as const).flatMap((codec) =>
  Object.entries(BOMBS)
    .filter(([, { fitsSnappy }]) => codec !== 'snappy' || fitsSnappy)
    .map(([what, bomb]): [Codec, string, Bomb] => [codec, what, bomb]),
);

const bed = useTestBed({ partitions: 1 });
let builder: App;

beforeAll(async () => {
  builder = await bed.startProcess('event-builder', { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` });
});

async function waitUntilRead(): Promise<void> {
  const lag = (): Promise<number> => lagOf(`${bed.topicPrefix}event-builder`, `${bed.topicPrefix}scans`);
  await waitFor(async () => (await lag()) === 0, { what: 'all of scans to be read' });
}

/** Returns the `detail` of the dead letters, starting with number `from`. */
async function details(from: number): Promise<string[]> {
  const letters = (await bed.readTopic('scans.dlq')).slice(from);
  return letters.map(({ headers }) => `${headers['reason']} ${headers['detail']}`);
}

describe(`a batch that is small until it is decompressed, with a heap of ${HEAP_MIB} MiB`, () => {
  let seen = 0;

  it.each(CASES)(
    'becomes an unchanged dead letter, and the next batch is processed: %s of too many %s',
    async (codec, _, { records, runs, why }) => {
      const packed = pack(codec, runs());
      const next = parcel({ account: 7 });
      await bed.publish('records', [next.record()]);
      await publishPacked(`${bed.topicPrefix}scans`, { codec, packed, records });
      await bed.publish('scans', [next.scan('InboundScan', '2026-03-28T21:00:00+01:00')]);
      await waitUntilRead();
      const letters = await details(seen++);
      expect(letters).toEqual([expect.stringMatching(why)]);
      expect(letters[0]).toContain(`E_BATCH a batch of ${packed.length} bytes (${codec})`);
      const events = await bed.readTopic('events');
      expect(events.filter(({ value }) => String(value).includes(next.trackingNumber))).not.toEqual([]);
      expect(builder.isRunning()).toBe(true);
    },
  );

  it('that comes a hundred times becomes a hundred dead letters, with few log lines', async () => {
    const [packed, records] = [pack('zstd', record({ key: repeated('k', 40 * MIB) })), 1];
    await publishPacked(`${bed.topicPrefix}scans`, { codec: 'zstd', packed, records }, 100);
    await waitUntilRead();
    expect(await details(seen)).toHaveLength(100);
    const lines = builder.logs().filter(({ event, why }) => event === 'batch.unread' && String(why).includes(`${packed.length} bytes`));
    expect(lines.length).toBeLessThan(50);
  });

  it('of very many empty messages becomes dead letters message by message', async () => {
    const count = 20_000;
    await publishPacked(`${bed.topicPrefix}scans`, { codec: 'zstd', packed: pack('zstd', manyOf(count, {})), records: count });
    await waitUntilRead();
    expect((await details(seen)).length).toBeGreaterThanOrEqual(count);
  });

  it('never fills the memory', async () => {
    const most = await mostResidentBytes(builder);
    expect(most).toBeLessThan(MOST_RESIDENT_BYTES);
  });
});
