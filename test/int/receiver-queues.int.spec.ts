import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryAttempt, attemptMessage } from '../builders/delivery-attempt.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { holding } from '../support/database.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { insertOverflow } from '../builders/overflow-rows.js';

const PROBE_INTERVAL_MS = 500;
/** Five time-outs open a circuit, and another POST may be in flight by then. */
const MOST_TO_OPEN = 6;
/** The most that rounding changes a recorded start plus a recorded duration. */
const ROUNDING_MS = 2;
const bed = useTestBed({
  env: { PROBE_INTERVAL_MS: String(PROBE_INTERVAL_MS), MAX_WAITING_ATTEMPTS: '200', MAX_IN_FLIGHT: '32', RETRY_DELAY_MS: '1000' },
});
const webhooks = useSenderBed(bed);
const impatient = useTestBed({ env: { MAX_WAIT_MS: '1500', PROBE_INTERVAL_MS: '60000', RETRY_DELAY_MS: '60000' } });
let sender: App;

beforeAll(async () => {
  sender = await bed.startApp('webhook-sender');
});

/** For stories with a bed of their own. */
const story = useStories();

describe('a receiver that hangs', () => {
  it('affects only itself: its events wait in the table and all others arrive; when it answers again, it gets everything in order', async () => {
    const hanging = await webhooks.addReceiver('/hangs', { timeoutMs: 2_000 });
    webhooks.receiver.behave('/hangs', { kind: 'hang' });
    const consignments = Array.from({ length: 20 }, () => randomUUID());
    const stuck = Array.from({ length: 300 }, (_, index) =>
      trackingEvent({ account: hanging.account, consignmentId: consignments[index % 20]! }),
    );
    const healthy = await webhooks.addReceiver('/healthy');
    await webhooks.publish(...stuck);
    await waitFor(async () => (await webhooks.overflowSize()) > 200, { what: 'more than 200 events in the table' });
    await webhooks.sendMany(healthy, 300);
    await waitFor(() => webhooks.arrivedAt('/healthy') === 300, { what: 'all events of the healthy receiver' });
    expect(webhooks.arrivedAt('/hangs')).toBeLessThan(150); // One probe every 2.5 s.

    webhooks.receiver.behave('/hangs', { kind: 'answer' });
    await waitFor(() => webhooks.arrivedAt('/hangs') === 300, { what: 'all events of the recovered receiver' });
    await webhooks.untilIdle();
    // A POST that timed out comes again as a retry, even if it had not arrived. Events that were not tried before arrive in order.
    const posted = webhooks.postedTo('/hangs');
    const retried = await bed.database.query<{ eventid: string }>('SELECT eventid FROM delivery WHERE receiver_id = $1 AND attempts > 1', [
      hanging.receiverId,
    ]);
    const tried = new Set(retried.map(({ eventid }) => eventid));
    for (const consignmentId of consignments) {
      const expected = stuck
        .filter((event) => event.consignmentId === consignmentId)
        .map(({ payload }) => payload.eventid)
        .filter((id) => !tried.has(id));
      const got = posted.filter((id) => expected.includes(id));
      expect(got).toEqual(expected);
    }
  });

  it('gets one probe at a time, each a recorded attempt of a real event', async () => {
    const to = await webhooks.addReceiver('/probed', { timeoutMs: 200 });
    webhooks.receiver.behave('/probed', { kind: 'hang' });
    await webhooks.sendMany(to, 30);
    const recorded = (): Promise<{ beganMs: number; endedMs: number }[]> =>
      bed.database.query(
        `SELECT extract(epoch FROM attempted_at)::float8 * 1000 AS "beganMs", extract(epoch FROM attempted_at)::float8 * 1000 + duration_ms AS "endedMs"
         FROM delivery_attempt WHERE receiver_id = $1 ORDER BY attempted_at`,
        [to.receiverId],
      );
    await waitFor(async () => (await recorded()).length >= MOST_TO_OPEN + 3, { what: 'three probes in the log' });
    const probes = (await recorded()).slice(MOST_TO_OPEN);
    const pauses = probes.slice(1).map(({ beganMs }, index) => beganMs - probes[index]!.endedMs);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(PROBE_INTERVAL_MS - ROUNDING_MS);
    webhooks.receiver.behave('/probed', { kind: 'answer' });
    await webhooks.untilIdle();
    expect(webhooks.arrivedAt('/probed')).toBe(30);
    expect(webhooks.receiver.requests('/probed').length).toBeLessThanOrEqual((await recorded()).length);
  });
});

describe('a receiver that answers errors', () => {
  it('never opens its circuit: every event gets its 16 real POSTs', async () => {
    const to = await webhooks.addReceiver('/errors');
    webhooks.receiver.behave('/errors', { kind: 'answer', status: 500 });
    const quick = await bed.startApp('webhook-sender', { RETRY_DELAY_MS: '100' });
    await webhooks.sendMany(to, 10);
    await waitFor(() => webhooks.receiver.requests('/errors').length >= 40, { what: '40 POSTs' });
    expect(await quick.metric('delivery_open_circuits')).toBe(0);
    await quick.stop();
    webhooks.receiver.behave('/errors', { kind: 'answer' });
    await webhooks.untilIdle();
  });
});

describe('a busy receiver', () => {
  it('whose events exceed the memory gets all of them, each once', async () => {
    const to = await webhooks.addReceiver('/busy');
    webhooks.receiver.behave('/busy', { kind: 'answer', delayMs: 5 });
    const events = await webhooks.sendMany(to, 1500);
    await waitFor(() => webhooks.arrivedAt('/busy') === events.length, { what: 'all events' });
    await webhooks.untilIdle();
    expect(webhooks.receiver.requests('/busy')).toHaveLength(events.length);
  });
});

describe('a receiver disabled while events wait in the table', () => {
  it('has its waiting deliveries cancelled, without a POST', async () => {
    const to = await webhooks.addReceiver('/switched-off', { timeoutMs: 200 });
    webhooks.receiver.behave('/switched-off', { kind: 'hang' });
    await webhooks.sendMany(to, 60);
    await waitFor(
      async () =>
        (await webhooks.count(`SELECT count(*) FROM delivery WHERE account_id = ${to.account}`)) === 60 &&
        (await webhooks.overflowSize()) > 30,
    );
    await bed.database.query('UPDATE receiver SET enabled = false WHERE account_id = $1', [to.account]);
    await waitFor(
      async () => (await webhooks.count(`SELECT count(*) FROM delivery WHERE account_id = ${to.account} AND status = 'pending'`)) === 0,
    );
    expect(await webhooks.count(`SELECT count(*) FROM delivery WHERE account_id = ${to.account} AND status = 'cancelled'`)).toBe(60);
  });
});

describe('a receiver deleted while it hangs', () => {
  it('leaves no open circuit behind, on any instance; while it hangs it counts once', async () => {
    const apps = [sender, await bed.startApp('webhook-sender')];
    const to = await webhooks.addReceiver('/deleted', { timeoutMs: 200 });
    const openCircuits = async (): Promise<number> => {
      const counts = await Promise.all(apps.map((app) => app.metric('delivery_open_circuits')));
      return counts.reduce<number>((sum, count) => sum + count!, 0);
    };
    webhooks.receiver.behave('/deleted', { kind: 'hang' });
    await webhooks.sendMany(to, 60);
    await waitFor(async () => (await openCircuits()) === 1, { what: 'the open circuit' });
    await bed.database.query('DELETE FROM receiver WHERE account_id = $1', [to.account]);
    await webhooks.untilIdle();
    await waitFor(async () => (await openCircuits()) === 0, { what: 'no open circuit' });
    await apps[1]!.stop();
  });
});

describe('a test event in flight at another instance', () => {
  it('is left to that instance, because the row says so, and is made from the row when no other instance makes it', async () => {
    const tested = await webhooks.addReceiver('/tested');
    const other = await webhooks.addReceiver('/beside-the-test');
    const test = deliveryAttempt(trackingEvent({ account: tested.account }), tested.receiverId, { isTest: true });
    const beside = deliveryAttempt(trackingEvent({ account: other.account }), other.receiverId);
    await insertOverflow(bed.database, [test], { keptForMs: 4 * 60_000 });
    await bed.publish(
      'delivery-attempts',
      [test, beside].map((attempt) => ({ partition: 0, ...attemptMessage(attempt) })),
    );
    await waitFor(() => webhooks.arrivedAt('/beside-the-test') === 1, { what: 'the attempt after the test' });
    expect(webhooks.receiver.requests('/tested')).toEqual([]);
    await bed.database.query('UPDATE delivery_overflow SET not_before = now() WHERE receiver_id = $1', [tested.receiverId]);
    await webhooks.untilIdle();
    expect(webhooks.receiver.requests('/tested')).toHaveLength(1);
  });
});

describe('a retry of a duplicated chain that is due later according to the log', () => {
  it('is put back and made at that time, even if it comes again before its first message is released', async () => {
    const to = await webhooks.addReceiver('/put-back');
    const { receiverId } = to;
    const event = trackingEvent({ account: to.account });
    const attempt = deliveryAttempt(event, receiverId, { attempt: 2, dueAtMs: event.createdAtMs - 1_000 });
    const [createdAt, dueAt] = [new Date(event.createdAtMs), new Date(event.createdAtMs + 15_000)];
    await bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, next_attempt_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'pending', 1, $7, $8, $8)`,
      [attempt.deliveryId, to.account, receiverId, attempt.consignmentId, attempt.eventid, attempt.event, dueAt, createdAt],
    );
    // Its row cannot be deleted for a while: the attempt that was put back cannot leave before its message comes again.
    await insertOverflow(bed.database, [attempt]);
    const blocker = await holding(bed.database, 'SELECT 1 FROM delivery_overflow WHERE receiver_id = $1 FOR UPDATE', [receiverId]);
    const rows = (): Promise<number> => webhooks.count(`SELECT count(*) FROM delivery_overflow WHERE receiver_id = '${receiverId}'`);
    await waitFor(async () => (await rows()) === 2, { what: 'its message and the row in the table' });
    await blocker.query('COMMIT');
    await blocker.end();
    await webhooks.untilIdle();
    const posts = webhooks.receiver.requests('/put-back');
    expect(posts).toHaveLength(1);
    expect(posts[0]!.atMs).toBeGreaterThanOrEqual(dueAt.getTime() - ROUNDING_MS);
  });
});

describe('attempts that cannot be recorded at the moment', () => {
  it('hold back further attempts, so that a kill repeats no more than may be in flight; then all are made, each once', async () => {
    const to = await webhooks.addReceiver('/unrecorded');
    const client = await holding(bed.database, 'LOCK TABLE delivery_attempt IN EXCLUSIVE MODE'); // The table can be read, but not written.
    await webhooks.sendMany(to, 150);
    const unrecorded = async (): Promise<number> => (await sender.metric('delivery_attempts_unrecorded'))!;
    // All POSTs that arrived are only waiting to be recorded: none is in flight to this receiver.
    await waitFor(async () => (await unrecorded()) >= 32 && webhooks.arrivedAt('/unrecorded') === (await unrecorded()), {
      what: 'as many POSTs as may be unrecorded',
    });
    expect(webhooks.arrivedAt('/unrecorded')).toBeLessThanOrEqual(2 * 32);
    await client.query('ROLLBACK');
    await client.end();
    await waitFor(() => webhooks.arrivedAt('/unrecorded') === 150, { what: 'all 150' });
    await webhooks.untilIdle();
    expect(webhooks.receiver.requests('/unrecorded')).toHaveLength(150);
  });
});

describe('a delivery behind an open circuit', () => {
  story('that waits for the longest wait gets one last POST and then ends as expired', async () => {
    const gone = await impatient.startReceiver();
    gone.behave('/', { kind: 'hang' });
    await insertReceiver(impatient.database, { account: 1, url: gone.url('/'), timeoutMs: 1_000 });
    await impatient.startApp('webhook-sender');
    const events = Array.from({ length: 40 }, () => trackingEvent({ account: 1 }));
    await impatient.publish('events', events.map(eventMessage));
    const expired = (): Promise<{ eventid: string; attempts: number }[]> =>
      impatient.database.query("SELECT eventid, attempts FROM delivery WHERE status = 'expired'");
    await waitFor(async () => (await expired()).length >= 10);
    const ended = await expired();
    const posts = gone.requests().map(({ eventid }) => eventid); // After these POSTs: meanwhile other receivers get their webhooks.
    expect(ended.some(({ eventid }) => posts.includes(eventid))).toBe(true);
    for (const { eventid, attempts } of ended) {
      expect(attempts).toBe(1);
      // None if the time-out came during the TLS handshake, as on a busy machine.
      expect(posts.filter((each) => each === eventid).length).toBeLessThanOrEqual(1);
    }
  });
});
