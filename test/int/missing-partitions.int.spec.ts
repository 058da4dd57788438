import { expect, it } from '@jest/globals';
import { parcel } from '../builders/parcel.js';
import { stdoutOf } from '../support/command.js';
import { AWAITED_LOCK, holding } from '../support/database.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** The key of the lock in libs/persistence/src/partitions.repository.ts. */
const PARTITIONS_LOCK = 7_316_005;
const bed = useTestBed();

it('a missing partition stops consumption and says what to do; nothing becomes a dead letter, and all is processed once it exists', async () => {
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

  stdoutOf(await bed.runCommand(['migrate']));
  await waitFor(async () => (await rows('scan')) === 2, { what: 'the scans' });
  expect(await rows('event')).toBe(2); // onDispatch, onDelivered; onCreated was in the removed partition.
  expect(await bed.readTopic('scans.dlq')).toEqual([]);
  await app.stop();
});

it('a partition that another process creates at the same moment is not created twice', async () => {
  const names = (
    await bed.database.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'scan'::regclass ORDER BY 1`,
    )
  ).map(({ name }) => name);
  const last = names.at(-1) ?? '';
  const [bound] = await bed.database.query<{ bound: string }>(
    `SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE oid = '${last}'::regclass`,
  );
  await bed.database.query(`DROP TABLE ${last}`);
  const other = await holding(bed.database, 'SELECT pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
  const migrated = bed.runCommand(['migrate']).then(stdoutOf);
  await waitFor(
    async () =>
      (await bed.database.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${PARTITIONS_LOCK} AND ${AWAITED_LOCK}`))
        .length > 0,
    { what: 'the command to wait for the lock' },
  );
  await other.query(`CREATE TABLE ${last} PARTITION OF scan ${bound?.bound}; COMMIT`);
  await other.end();
  expect(await migrated).toBe('The schema is up to date.\n');
});
