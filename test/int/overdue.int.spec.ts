import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { packText, unpackJson } from '#libs/persistence';
import type { Consignment } from '../../apps/event-builder/src/consignment/consignment.js';
import { parcel } from '../builders/parcel.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { eventsIn } from '../builders/tracking-event.js';

/** The overdue job and its limits: it must not overtake the topics or stop at a row that it cannot lock. */

const NEVER_MS = '3600000';
const bed = useTestBed({ env: { INTERNAL_DELAY_GRACE_MS: '0', OVERDUE_POLL_MS: NEVER_MS } });
const HOUR_MS = 60 * 60 * 1000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const isRead = async (topic: string): Promise<boolean> => (await lagOf(`${bed.topicPrefix}event-builder`, bed.topicPrefix + topic)) === 0;
const countOf = async (state: string): Promise<number> =>
  (await bed.database.query(`SELECT 1 FROM internal_delay_due WHERE state = $1`, [state])).length;

async function namesOf(trackingNumber: string): Promise<string[]> {
  const events = eventsIn(await bed.readTopic('events'));
  return events.filter(({ payload }) => payload.references.tracking_number === trackingNumber).map(({ payload }) => payload.event);
}

describe('a send date that passed while no event-builder ran', () => {
  it('is reported for the parcel that was not handed over, but not for the parcel whose scan lay in the topic', async () => {
    const first = await bed.startApp('event-builder');
    const [kept, broken] = [parcel({ account: 1, trackingNumber: 'KEPT' }), parcel({ account: 1, trackingNumber: 'BROKEN' })];
    const dueAtMs = Date.now() + 2_000;
    const promise = { occurred_at: ago(HOUR_MS), send_date: new Date(dueAtMs).toISOString() };
    await bed.publish('records', [kept.record(promise), broken.record(promise)]);
    await waitFor(async () => (await countOf('armed')) === 2, { what: 'both dates to be watched' });
    await first.stop();
    await bed.publish('scans', [kept.scan('InboundScan', ago(60_000))]);
    await waitFor(() => Date.now() > dueAtMs, { what: 'the deadline' });

    // It polls long before its group has given it a partition.
    const second = await bed.startApp('event-builder', { OVERDUE_POLL_MS: '10' });
    await waitFor(async () => (await isRead('scans')) && (await countOf('armed')) === 0, { what: 'scan and dates to be processed' });
    expect(await namesOf('KEPT')).toEqual(['onCreated', 'onDispatch']);
    expect(await namesOf('BROKEN')).toEqual(['onCreated', 'onInternalDelay']);
    expect(await second.metric('send_dates_read_until_timestamp_seconds')).toBeGreaterThan(0);
    await second.stop();
  });
});

describe('many missed send dates', () => {
  const PARCELS = 250;
  const numberOf = (index: number): string => `MANY-${index}`;

  it('are reported in one poll, except the date that another transaction has locked and the date that cannot be reported', async () => {
    const first = await bed.startApp('event-builder');
    const parcels = Array.from({ length: PARCELS }, (_, index) => parcel({ account: 1, trackingNumber: numberOf(index) }));
    await bed.publish(
      'records',
      parcels.map((each, index) => each.record({ occurred_at: ago(HOUR_MS), send_date: ago((PARCELS - index) * 1000 + HOUR_MS) })),
    );
    await waitFor(async () => (await countOf('armed')) === PARCELS, { what: 'all dates to be watched' });
    await waitFor(() => isRead('records'), { what: 'the records to be committed' });
    await first.stop();
    const firedBefore = await countOf('fired');
    const [stored] = await bed.database.query<{ state: Buffer }>('SELECT state FROM consignment WHERE tracking_number = $1', [numberOf(0)]);
    const state = unpackJson<Consignment>(stored!.state);
    const broken = { ...state, internalDelay: { ...state.internalDelay, happenedAtMs: 1e300 } };
    await bed.database.query('UPDATE consignment SET state = $2 WHERE tracking_number = $1', [
      numberOf(0),
      packText(JSON.stringify(broken)),
    ]);
    const other = new pg.Client({ connectionString: bed.database.url });
    await other.connect();
    await other.query(
      `SELECT pg_advisory_lock(hashtextextended(courier || ':' || tracking_number, 0)) FROM consignment WHERE tracking_number = $1`,
      [numberOf(1)],
    );

    const second = await bed.startApp('event-builder', { OVERDUE_POLL_MS: '12000' }); // No second poll before this test has seen the first.
    const failures = (): unknown[] => second.logs().filter(({ event }) => event === 'overdue.cannotFire');
    await waitFor(async () => (await countOf('fired')) === firedBefore + PARCELS - 2, { what: 'the other dates to be reported' });
    expect(failures()).toHaveLength(1); // Each poll has one failure.
    const [spoilt] = await bed.database.query(`SELECT consignment_id FROM consignment WHERE tracking_number = $1`, [numberOf(0)]);
    expect(failures()).toMatchObject([{ consignmentId: (spoilt as { consignment_id: string }).consignment_id }]);

    await other.end();
    await waitFor(async () => (await countOf('armed')) === 1, { what: 'the locked date to be reported' });
    expect(await namesOf(numberOf(1))).toEqual(['onCreated', 'onInternalDelay']);
    await second.stop();
  });
});
