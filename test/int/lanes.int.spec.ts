import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { serialiseDeliveryAttempt, type TrackingEvent } from '#libs/contracts';
import { runCommand } from '../../scripts/stack/run-command.js';
import { deliveryAttempt } from '../builders/delivery-attempt.js';
import { insertReceiver, type ReceiverRow } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { holding } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const PROBE_INTERVAL_MS = 1000;
/** More than a receiver may have in memory at once. */
const UNREADABLE = 250;
const bed = useTestBed({
  env: { PROBE_INTERVAL_MS: String(PROBE_INTERVAL_MS), MAX_WAITING: '200', MAX_IN_FLIGHT: '32', RETRY_DELAY_MS: '2000' },
});
let receiver: TestReceiver;
let sender: App;
let account = 0;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  sender = await bed.startApp('webhook-sender');
}, 60_000);

async function receiverAt(path: string, row: Partial<ReceiverRow> = {}): Promise<number> {
  account += 1;
  await insertReceiver(bed.database, { account, url: receiver.url(path), ...row });
  return account;
}

async function receiverIdOf(of: number): Promise<string> {
  const [row] = await bed.database.query<{ receiverId: string }>('SELECT receiver_id AS "receiverId" FROM receiver WHERE account_id = $1', [
    of,
  ]);
  if (!row) throw new Error(`account ${of} has no receiver`);
  return row.receiverId;
}

const publish = (events: readonly TrackingEvent[]): Promise<void> => bed.publish('events', events.map(eventMessage));

const eventsOf = (of: number, count: number): TrackingEvent[] => Array.from({ length: count }, () => trackingEvent({ account: of }));
const arrived = (path: string): number => new Set(receiver.requests(path).map(({ eventid }) => eventid)).size;
const count = async (sql: string): Promise<number> => Number((await bed.database.query<{ count: string }>(sql))[0]?.count);
const backlogSize = (): Promise<number> => count('SELECT count(*) FROM delivery_backlog');
const untilIdle = (): Promise<unknown> =>
  waitFor(
    async () =>
      (await count(`SELECT count(*) FROM delivery WHERE status = 'pending'`)) +
        (await count('SELECT count(*) FROM delivery_backlog_lease')) ===
      0,
    {
      timeoutMs: 60_000,
      what: 'no delivery pending and no backlog left',
    },
  );

describe('a receiver that hangs', () => {
  it('hurts only itself: its events wait in the table, all others arrive; when it answers again, it gets everything in order', async () => {
    const hanging = await receiverAt('/hangs', { timeoutMs: 2_000 });
    receiver.behave('/hangs', { kind: 'hang' });
    const consignments = Array.from({ length: 20 }, () => randomUUID());
    const stuck = Array.from({ length: 300 }, (_, index) => trackingEvent({ account: hanging, consignmentId: consignments[index % 20]! }));
    const healthy = await receiverAt('/healthy');
    await publish(stuck);
    await waitFor(async () => (await backlogSize()) > 200, { timeoutMs: 30_000 });
    await publish(eventsOf(healthy, 300));
    await waitFor(() => arrived('/healthy') === 300, { timeoutMs: 20_000 });
    expect(arrived('/hangs')).toBeLessThan(30);

    receiver.behave('/hangs', { kind: 'answer' });
    await waitFor(() => arrived('/hangs') === 300, { timeoutMs: 60_000 });
    await untilIdle();
    // a first POST that timed out comes again as a retry; what had not been tried before arrives in order
    const firstTries = receiver.requests('/hangs').map(({ eventid }) => eventid);
    const tried = new Set(
      receiver
        .requests('/hangs')
        .map(({ eventid }) => eventid)
        .filter((id, index, all) => all.indexOf(id) !== index),
    );
    for (const consignmentId of consignments) {
      const expected = stuck
        .filter((event) => event.consignmentId === consignmentId)
        .map(({ payload }) => payload.eventid)
        .filter((id) => !tried.has(id));
      const got = firstTries.filter((id) => id !== undefined && expected.includes(id));
      expect(got).toEqual(expected);
    }
  }, 120_000);

  it('gets one probe at a time, each a recorded attempt of a real event', async () => {
    const of = await receiverAt('/probed', { timeoutMs: 200 });
    receiver.behave('/probed', { kind: 'hang' });
    await publish(eventsOf(of, 30));
    await waitFor(() => receiver.requests('/probed').length >= 9, { timeoutMs: 30_000 });
    const times = receiver.requests('/probed').map(({ atMs }) => atMs);
    // two pauses: on a busy machine a single one may look shorter from here
    expect(times.at(-1)! - times.at(-3)!).toBeGreaterThanOrEqual(1.5 * PROBE_INTERVAL_MS);
    const recorded = await waitFor(async () => {
      const made = await count(`SELECT count(*) FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.account_id = ${of}`);
      return made >= receiver.requests('/probed').length - 1 ? made : undefined;
    });
    expect(recorded).toBeLessThanOrEqual(receiver.requests('/probed').length);
    receiver.behave('/probed', { kind: 'answer' });
    await untilIdle();
    expect(arrived('/probed')).toBe(30);
  }, 60_000);
});

describe('a receiver that answers errors', () => {
  it('never opens its circuit: every event gets its 16 real POSTs', async () => {
    const of = await receiverAt('/errors');
    receiver.behave('/errors', { kind: 'answer', status: 500 });
    const quick = await bed.startApp('webhook-sender', { RETRY_DELAY_MS: '100' });
    await publish(eventsOf(of, 10));
    await waitFor(() => receiver.requests('/errors').length >= 40, { timeoutMs: 60_000 });
    expect(await quick.metric('delivery_open_circuits')).toBe(0);
    await quick.stop();
    receiver.behave('/errors', { kind: 'answer' });
    await untilIdle();
  }, 90_000);
});

describe('a busy receiver', () => {
  it('whose events outgrow the memory gets all of them, each once', async () => {
    const of = await receiverAt('/busy');
    receiver.behave('/busy', { kind: 'answer', delayMs: 5 });
    const events = eventsOf(of, 1500);
    await publish(events);
    await waitFor(() => arrived('/busy') === events.length, { timeoutMs: 60_000 });
    await untilIdle();
    expect(receiver.requests('/busy')).toHaveLength(events.length);
  }, 90_000);
});

describe('a receiver disabled with a backlog', () => {
  it('has its waiting deliveries cancelled, without a POST', async () => {
    const of = await receiverAt('/switched-off', { timeoutMs: 200 });
    receiver.behave('/switched-off', { kind: 'hang' });
    await publish(eventsOf(of, 60));
    await waitFor(
      async () => (await count(`SELECT count(*) FROM delivery WHERE account_id = ${of}`)) === 60 && (await backlogSize()) > 30,
      {
        timeoutMs: 30_000,
      },
    );
    await bed.database.query('UPDATE receiver SET enabled = false WHERE account_id = $1', [of]);
    await waitFor(async () => (await count(`SELECT count(*) FROM delivery WHERE account_id = ${of} AND status = 'pending'`)) === 0, {
      timeoutMs: 30_000,
    });
    expect(await count(`SELECT count(*) FROM delivery WHERE account_id = ${of} AND status = 'cancelled'`)).toBe(60);
  }, 60_000);
});

describe('a receiver deleted while it hangs', () => {
  it('leaves no open circuit behind, on no instance; while it hangs it counts once', async () => {
    const apps = [sender, await bed.startApp('webhook-sender')];
    const of = await receiverAt('/deleted', { timeoutMs: 200 });
    const receiverId = await receiverIdOf(of);
    const told = (event: string): number =>
      apps.flatMap((app) => app.logs()).filter((line) => line['event'] === event && line['receiverId'] === receiverId).length;
    const openCircuits = async (): Promise<number> => {
      const counts = await Promise.all(apps.map((app) => app.metric('delivery_open_circuits')));
      return counts.reduce<number>((sum, count) => sum + count!, 0);
    };
    receiver.behave('/deleted', { kind: 'hang' });
    await publish(eventsOf(of, 60));
    await waitFor(async () => (await openCircuits()) === 1, { what: 'the open circuit', timeoutMs: 30_000 });
    await bed.database.query('DELETE FROM receiver WHERE account_id = $1', [of]);
    await waitFor(() => told('receiver.circuitOpened') === told('receiver.circuitClosed'), { what: 'the end of all circuits' });
    await untilIdle();
    expect(await openCircuits()).toBe(0);
    await apps[1]!.stop();
  }, 60_000);
});

describe('rows of the backlog that nobody can read', () => {
  it('become dead letters that dlq:list shows, and the rows behind them are made', async () => {
    const of = await receiverAt('/behind-them');
    const receiverId = await receiverIdOf(of);
    const readable = serialiseDeliveryAttempt(deliveryAttempt(trackingEvent({ account: of }), receiverId));
    await bed.database.query(
      `INSERT INTO delivery_backlog (receiver_id, consignment_id, message, spilled_by)
       SELECT $1, gen_random_uuid(), message, gen_random_uuid() FROM unnest($2::text[]) AS message`,
      [receiverId, [...Array.from({ length: UNREADABLE }, () => '{"schema":"delivery-attempt/0"}'), readable]],
    );
    await bed.database.query('INSERT INTO delivery_backlog_lease (receiver_id) VALUES ($1)', [receiverId]);
    await waitFor(() => arrived('/behind-them') === 1);
    await untilIdle();
    expect(await backlogSize()).toBe(0);
    const parked = (await bed.readTopic('delivery-attempts.dlq')).filter(({ key }) => key?.startsWith(receiverId));
    expect(parked).toHaveLength(UNREADABLE);
    expect(parked[0]?.value?.toString()).toBe('{"schema":"delivery-attempt/0"}');
    expect(parked[0]?.headers).toMatchObject({ reason: 'E_SCHEMA', detail: expect.stringMatching(/row \d+ of table delivery_backlog/) });
    const listed = await runCommand('libs/messaging/src/dlq-list.main', ['delivery-attempts'], { ...process.env, ...bed.env });
    expect(listed).toMatch(new RegExp(`^delivery-attempts {2}E_SCHEMA {2}${UNREADABLE} parked`, 'm'));
  }, 60_000);
});

describe('a test event that another instance has under way', () => {
  it('is left to it, for its row says so, and is made out of that row when nobody else does', async () => {
    const [tested, other] = [await receiverAt('/tested'), await receiverAt('/beside-the-test')];
    const [testedId, otherId] = [await receiverIdOf(tested), await receiverIdOf(other)];
    const test = deliveryAttempt(trackingEvent({ account: tested }), testedId, { isTest: true });
    const beside = deliveryAttempt(trackingEvent({ account: other }), otherId);
    await bed.database.query(
      `INSERT INTO delivery_backlog (receiver_id, consignment_id, message, not_before, spilled_by)
       VALUES ($1, $2, $3, now() + interval '4 seconds', gen_random_uuid())`,
      [testedId, test.consignmentId, serialiseDeliveryAttempt(test)],
    );
    await bed.database.query(
      `INSERT INTO delivery_backlog_lease (receiver_id, owner, leased_until) VALUES ($1, gen_random_uuid(), now() + interval '3 seconds')`,
      [testedId],
    );
    await bed.publish(
      'delivery-attempts',
      [test, beside].map((attempt) => ({ partition: 0, value: serialiseDeliveryAttempt(attempt) })),
    );
    await waitFor(() => arrived('/beside-the-test') === 1);
    expect(receiver.requests('/tested')).toEqual([]);
    await untilIdle();
    expect(receiver.requests('/tested')).toHaveLength(1);
  }, 60_000);
});

describe('a retry of a forked chain that the log says is due later', () => {
  it('is put back and made then, even if it comes again before its first message has been let go', async () => {
    const of = await receiverAt('/put-back');
    const receiverId = await receiverIdOf(of);
    const event = trackingEvent({ account: of });
    const attempt = deliveryAttempt(event, receiverId, { attempt: 2, dueAtMs: event.createdAtMs - 1_000 });
    const [createdAt, dueAt] = [new Date(event.createdAtMs), new Date(event.createdAtMs + 3_000)];
    await bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, next_attempt_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'pending', 1, $7, $8, $8)`,
      [attempt.deliveryId, of, receiverId, attempt.consignmentId, attempt.eventid, attempt.event, dueAt, createdAt],
    );
    // Its row cannot be deleted for a while: the attempt that was put back cannot leave before its message comes again.
    await bed.database.query(
      'INSERT INTO delivery_backlog (receiver_id, consignment_id, message, spilled_by) VALUES ($1, $2, $3, gen_random_uuid())',
      [receiverId, attempt.consignmentId, serialiseDeliveryAttempt(attempt)],
    );
    const blocker = await holding(bed.database, 'SELECT 1 FROM delivery_backlog WHERE receiver_id = $1 FOR UPDATE', [receiverId]);
    await bed.database.query('INSERT INTO delivery_backlog_lease (receiver_id) VALUES ($1)', [receiverId]);
    const rows = (): Promise<number> => count(`SELECT count(*) FROM delivery_backlog WHERE receiver_id = '${receiverId}'`);
    await waitFor(async () => (await rows()) === 2, { what: 'its message beside it in the table' });
    await blocker.query('COMMIT');
    await blocker.end();
    await untilIdle();
    const posts = receiver.requests('/put-back');
    expect(posts).toHaveLength(1);
    expect(posts[0]!.atMs).toBeGreaterThanOrEqual(dueAt.getTime());
  }, 60_000);
});

describe('attempts that cannot be recorded for the moment', () => {
  it('hold back further ones, so that a kill repeats no more than may be in flight; then all are made, each once', async () => {
    const of = await receiverAt('/unrecorded');
    const client = await holding(bed.database, 'LOCK TABLE delivery_attempt IN EXCLUSIVE MODE'); // it can be read, not written
    await publish(eventsOf(of, 150));
    const unrecorded = async (): Promise<number> => (await sender.metric('delivery_attempts_unrecorded'))!;
    // all that have arrived are only waiting to be recorded: nothing is under way to this receiver
    await waitFor(async () => (await unrecorded()) >= 32 && arrived('/unrecorded') === (await unrecorded()), {
      what: 'as many POSTs as may be unrecorded',
      timeoutMs: 20_000,
    });
    expect(arrived('/unrecorded')).toBeLessThanOrEqual(2 * 32);
    await client.query('ROLLBACK');
    await client.end();
    await waitFor(() => arrived('/unrecorded') === 150, { what: 'all 150', timeoutMs: 20_000 });
    await untilIdle();
    expect(receiver.requests('/unrecorded')).toHaveLength(150);
  }, 90_000);
});

// last: a bed of its own ends all apps of this file
describe('what waits behind an open circuit', () => {
  const impatient = useTestBed({ env: { MAX_WAIT_MS: '1500', PROBE_INTERVAL_MS: '60000', RETRY_DELAY_MS: '60000' } });

  it('for the longest wait gets one last POST and then ends as expired', async () => {
    const gone = await impatient.startReceiver();
    gone.behave('/', { kind: 'hang' });
    await insertReceiver(impatient.database, { account: 1, url: gone.url('/'), timeoutMs: 1_000 });
    await impatient.startApp('webhook-sender');
    const events = eventsOf(1, 40);
    await impatient.publish('events', events.map(eventMessage));
    const expired = (): Promise<{ eventid: string; attempts: number }[]> =>
      impatient.database.query("SELECT eventid, attempts FROM delivery WHERE status = 'expired'");
    await waitFor(async () => (await expired()).length >= 20, { timeoutMs: 75_000 });
    const ended = await expired();
    const posts = gone.requests().map(({ eventid }) => eventid); // after them: meanwhile others get theirs
    for (const { eventid, attempts } of ended) {
      expect(attempts).toBe(1);
      expect(posts.filter((each) => each === eventid)).toHaveLength(1);
    }
  }, 120_000);
});
