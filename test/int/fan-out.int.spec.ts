import { describe, expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { holding } from '../support/database.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const EVENTS = 6_000;
/** The limit of messages without a row, and the size of one batch that may exceed it. */
const FAR_LESS = 4_000;
const bed = useTestBed({ env: { DATABASE_STATEMENT_TIMEOUT_MS: '1000' } });
/** Its statements wait for locks. */
const patient = useTestBed();

describe('a database that can be read but accepts no rows', () => {
  it('stops the fan-out, so that memory does not fill; readiness says why, and all deliveries are made when it accepts rows again', async () => {
    const receiver = await bed.startReceiver();
    await insertReceiver(bed.database, { account: 1, url: receiver.url('/') });
    const client = await holding(bed.database, 'LOCK TABLE delivery IN EXCLUSIVE MODE');
    const sender = await bed.startApp('webhook-sender');
    const events = Array.from({ length: EVENTS }, () => trackingEvent({ account: 1 }));
    await bed.publish('events', events.map(eventMessage));

    const complaints = async (): Promise<string> => (await fetch(`${sender.internalUrl}/health/ready`)).text();
    await waitFor(async () => /events are not fanned out: .*(timeout|lock)/.test(await complaints()));
    expect((await bed.readTopic('delivery-attempts')).length).toBeLessThan(FAR_LESS);

    await client.query('ROLLBACK');
    await client.end();
    const arrived = (): number => new Set(receiver.requests().map(({ eventid }) => eventid)).size;
    await waitFor(() => arrived() === EVENTS);
    await waitFor(sender.isReady);
    expect(receiver.requests()).toHaveLength(EVENTS);
    expect(await bed.readTopic('events.dlq')).toEqual([]);
  });
});

it('an app starts even if nobody can create next week’s partition, as on a Monday behind a lock', async () => {
  const [last] = await patient.database.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'delivery'::regclass ORDER BY 1 DESC LIMIT 1`,
  );
  await patient.database.query(`DROP TABLE ${last!.name}`);
  const lock = await holding(patient.database, 'LOCK TABLE delivery IN EXCLUSIVE MODE');
  const app = await patient.startApp('webhook-sender');
  await waitFor(app.isReady, { what: 'a ready sender' });
  const isMade = async (): Promise<boolean> =>
    (await patient.database.query(`SELECT 1 FROM pg_class WHERE relname = '${last!.name}'`)).length > 0;
  expect(await isMade()).toBe(false);

  await lock.query('ROLLBACK');
  await lock.end();
  await waitFor(isMade, { what: 'the partition after the lock is released' });
  await app.stop();
});
