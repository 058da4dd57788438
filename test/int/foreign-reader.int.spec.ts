import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { DELIVERY_ATTEMPT_HEADER } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { parcel } from '../builders/parcel.js';
import { brokerJars } from '../../scripts/prepare/broker-jars.mjs';
import { useTestBed } from '../support/test-bed.js';
import { testStack } from '../support/test-stack.js';
import { waitFor } from '../support/wait-for.js';
import { ROOT } from '../../scripts/stack/clone.js';

const bed = useTestBed({ partitions: 1 });

/** Returns the output of Kafka's own tool for a topic on the broker's disk. */
async function dump(topic: string): Promise<string> {
  const files = join(testStack().run.path, 'kafka', `${bed.topicPrefix}${topic}-0`, '00000000000000000000.log');
  const args = [
    '-cp',
    join(brokerJars(ROOT), '*'),
    'kafka.tools.DumpLogSegments',
    '--print-data-log',
    '--deep-iteration',
    '--files',
    files,
  ];
  return (await promisify(execFile)('java', args, { maxBuffer: 2 ** 26 })).stdout;
}

it('Kafka’s own tool reads the messages of the apps: compressed batches, headers, and bodies as values', async () => {
  const receiver = await bed.startReceiver();
  receiver.behave('/', { kind: 'answer', status: 500 });
  await insertReceiver(bed.database, { account: 1, url: receiver.url('/') });
  await bed.startApp('event-builder');
  await bed.startApp('webhook-sender');
  const parcels = Array.from({ length: 20 }, () => parcel({ account: 1 }));
  await bed.publish(
    'records',
    parcels.map((each) => each.record()),
  );
  // The number of attempts before the circuit opens depends on the machine.
  await waitFor(async () => (await bed.readTopic('delivery-retries')).length > 0, { what: 'a retry' });
  await waitFor(async () => (await bed.readTopic('delivery-attempts')).length >= parcels.length, { what: 'the attempts' });
  const bodies = receiver.requests('/').map(({ body }) => body.toString());
  const headers = { events: 'ce_id', 'delivery-attempts': DELIVERY_ATTEMPT_HEADER, 'delivery-retries': DELIVERY_ATTEMPT_HEADER };
  for (const [topic, header] of Object.entries(headers)) {
    const text = await dump(topic);
    expect([topic, text.match(/compresscodec: zstd/g)?.length]).toEqual([topic, expect.any(Number)]);
    expect([topic, /isvalid: false/.test(text)]).toEqual([topic, false]);
    const read = bodies.filter((body) => text.includes(`payload: ${body}`));
    const least = topic === 'delivery-retries' ? 1 : bodies.length;
    expect([topic, read.length >= least]).toEqual([topic, true]);
    expect([topic, text.match(/headerKeys: \[[^\]]*\]/g)?.filter((keys) => !keys.includes(header))]).toEqual([topic, []]);
  }
});
