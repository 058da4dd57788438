import { beforeAll, describe, expect, it } from '@jest/globals';
import { parcel } from '../builders/parcel.js';
import type { App } from '../support/app.js';
import { joined, publishPacked, record } from '../support/batch-bomb.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed({ partitions: 1 });
let builder: App;

beforeAll(async () => {
  builder = await bed.startApp('event-builder');
});

/** Brokers check only the offsets of compressed batches. */
const CASES: readonly (readonly [what: string, indexes: readonly number[]])[] = [
  ['beyond the batch', [1_000_000]],
  ['before the batch', [-1]],
  ['two the same', [0, 0]],
  ['backwards', [1, 0]],
];

describe('a batch whose messages have wrong offsets', () => {
  it.each(CASES)('becomes a dead letter once, and the next message is processed: %s', async (_, indexes) => {
    const next = parcel({ account: 7 });
    await bed.publish('records', [next.record()]);
    const before = (await bed.readTopic('scans.dlq')).length;
    const packed = joined(indexes.flatMap((index) => record({ index }))).bytes;
    await publishPacked(`${bed.topicPrefix}scans`, { codec: undefined, packed, records: indexes.length });
    await bed.publish('scans', [next.scan('InboundScan', '2026-03-28T21:00:00+01:00')]);
    await waitFor(async () => (await bed.readTopic('events')).some(({ value }) => String(value).includes(next.trackingNumber)), {
      what: 'the next scan',
    });
    const lag = (): Promise<number> => lagOf(`${bed.topicPrefix}event-builder`, `${bed.topicPrefix}scans`);
    await waitFor(async () => (await lag()) === 0, { what: 'all of scans to be read' });
    const letters = (await bed.readTopic('scans.dlq')).slice(before);
    expect(letters.map(({ headers }) => headers)).toEqual([
      expect.objectContaining({ reason: 'E_BATCH', detail: expect.stringContaining('its offset is out of order') }),
    ]);
    expect(builder.logs().filter(({ event }) => event === 'consumer.crashed')).toEqual([]);
  });
});
