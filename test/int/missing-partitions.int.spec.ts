import { expect, it } from '@jest/globals';
import { runCommand } from '../../scripts/stack/run-command.js';
import { parcel } from '../builders/parcel.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed();

it('a missing partition stops consumption and says what to do; nothing becomes a dead letter, and all is told once it stands', async () => {
  const app = await bed.startApp('event-builder');
  const known = parcel({ account: 1, trackingNumber: 'PART1' });
  await bed.publish('records', [known.record()]);
  const rows = async (table: string): Promise<number> =>
    (await bed.database.query(`SELECT 1 FROM ${table} WHERE created_at > now() - interval '1 hour'`)).length;
  await waitFor(async () => (await rows('event')) === 1, { what: 'onCreated' });

  const partitions = await bed.database.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('scan'::regclass, 'event'::regclass)`,
  );
  for (const { name } of partitions) await bed.database.query(`DROP TABLE ${name}`);
  const minutesAgo = (count: number): string => new Date(Date.now() - count * 60_000).toISOString();
  await bed.publish('scans', [known.scan('InboundScan', minutesAgo(2)), known.scan('Delivered', minutesAgo(1))]);
  await waitFor(() => app.logs().some((line) => line['event'] === 'batch.failed' && /cli -- migrate/.test(String(line['error']))), {
    what: 'a line that says what to do',
  });

  await runCommand('libs/persistence/src/migrate.main', [], { ...process.env, ...bed.env });
  await waitFor(async () => (await rows('scan')) === 2, { what: 'the scans', timeoutMs: 30_000 });
  expect(await rows('event')).toBe(2); // onDispatch, onDelivered; onCreated went with its partition
  expect(await bed.readTopic('scans.dlq')).toEqual([]);
  await app.stop();
}, 120_000);
