import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type DeliveryAttempt, deliveryAttemptKey } from '#libs/contracts';
import { insertOverflow } from '../builders/overflow-rows.js';
import { deliveryAttempt, attemptMessage } from '../builders/delivery-attempt.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { spawnCommand } from '../support/command.js';
import { settableClock } from '../support/settable-clock.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** The effect of one wrong clock, of an app or of the database, on waiting attempts. */
const MINUTE = 60_000;
/** How far a wrong clock is ahead. The broker refuses messages from a producer that is more than an hour ahead. */
const AHEAD_MS = 50 * MINUTE;
const bed = useTestBed({ partitions: 1, env: { PROBE_INTERVAL_MS: '300', MAX_WAIT_MS: String(AHEAD_MS - 10 * MINUTE), LEASE_MS: '3000' } });
const webhooks = useSenderBed(bed);
/** For tests that need no sender: only one sender, with its clock, may run at a time. */
const story = useStories();

const receiverAt = async (path: string, timeoutMs = 60_000): Promise<string> =>
  (await webhooks.addReceiver(path, { account: 1, timeoutMs })).receiverId;

/** Returns the attempts for events of one consignment. */
function attemptsFor(receiverId: string, count: number): DeliveryAttempt[] {
  const consignmentId = randomUUID();
  return Array.from({ length: count }, () => deliveryAttempt(trackingEvent({ account: 1, consignmentId }), receiverId));
}

const idsOf = (attempts: readonly DeliveryAttempt[]): string[] => attempts.map(({ eventid }) => eventid);

async function statusesOf(receiverId: string): Promise<string[]> {
  const rows = await bed.database.query<{ status: string }>('SELECT status FROM delivery WHERE receiver_id = $1', [receiverId]);
  return rows.map(({ status }) => status);
}

describe('an attempt in the overflow table', () => {
  it('is sent by a sender whose clock is behind the database', async () => {
    const sender = await bed.startProcess('webhook-sender', settableClock(-10 * MINUTE).env);
    const receiverId = await receiverAt('/behind');
    const stored = attemptsFor(receiverId, 3);
    await insertOverflow(bed.database, stored);
    await waitFor(() => webhooks.postedTo('/behind').length === 3, { what: 'all attempts' });
    expect(webhooks.postedTo('/behind')).toEqual(idsOf(stored));
    await sender.stop();
  });

  it('keeps its order after the clock of the database was set back', async () => {
    const sender = await bed.startApp('webhook-sender');
    const receiverId = await receiverAt('/set-back');
    const stored = attemptsFor(receiverId, 4);
    await insertOverflow(bed.database, stored.slice(0, 2), { agoMs: -60 * MINUTE });
    await insertOverflow(bed.database, stored.slice(2));
    await waitFor(() => webhooks.postedTo('/set-back').includes(stored[3]!.eventid), { what: 'the last attempt' });
    expect(webhooks.postedTo('/set-back')).toEqual(idsOf(stored));
    await sender.stop();
  });

  it('behind an open circuit does not end as expired because the sender’s clock is ahead', async () => {
    webhooks.receiver.behave('/ahead', { kind: 'hang' });
    const sender = await bed.startProcess('webhook-sender', settableClock(AHEAD_MS).env);
    const receiverId = await receiverAt('/ahead', 300);
    const stored = Array.from({ length: 40 }, () => attemptsFor(receiverId, 1)).flat();
    await insertOverflow(bed.database, stored);
    await waitFor(() => sender.logs().some(({ event }) => event === 'receiver.circuitOpened'), { what: 'the open circuit' });
    const seen = webhooks.postedTo('/ahead').length;
    await waitFor(() => webhooks.postedTo('/ahead').length >= seen + 3, { what: 'three probes' });
    webhooks.receiver.behave('/ahead', { kind: 'answer' });
    await waitFor(() => webhooks.arrivedAt('/ahead') === stored.length, { what: 'all attempts' });
    const ended = async (): Promise<string[]> => (await statusesOf(receiverId)).filter((status) => status !== 'pending');
    await waitFor(async () => (await ended()).length === stored.length, { what: 'their log' }); // The retries of the hanging attempts too.
    expect(new Set(await ended())).toEqual(new Set(['delivered']));
    await sender.stop();
  });
});

describe('a retry that was written by a clock that is ahead', () => {
  const RETRY_DELAY_MS = 1_000;

  /** Publishes a retry as an app does whose clock is ahead. */
  const publishRetry = (attempt: DeliveryAttempt, aheadMs: number): Promise<void> => {
    const writtenMs = Date.now() + aheadMs;
    const message = attemptMessage({ ...attempt, attempt: 2, dueAtMs: writtenMs + RETRY_DELAY_MS });
    return bed.publish('delivery-retries', [{ key: deliveryAttemptKey(attempt), ...message, timestamp: String(writtenMs) }]);
  };

  const enterPending = ({
    deliveryId,
    receiverId,
    consignmentId,
    eventid,
    event,
    deliveryCreatedAtMs,
  }: DeliveryAttempt): Promise<unknown> =>
    bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, next_attempt_at, created_at, updated_at)
       VALUES ($1, 1, $2, $3, $4, $5, 'pending', 1, $6, $7, $7)`,
      [deliveryId, receiverId, consignmentId, eventid, event, new Date(Date.now() + AHEAD_MS), new Date(deliveryCreatedAtMs)],
    );

  it('is made after its delay by the instance’s clock and delays no other retries, even if the log says that it is due later', async () => {
    const sender = await bed.startApp('webhook-sender', { RETRY_DELAY_MS: String(RETRY_DELAY_MS) });
    const receiverId = await receiverAt('/retried');
    const [first, logged, second, third] = attemptsFor(receiverId, 4) as [
      DeliveryAttempt,
      DeliveryAttempt,
      DeliveryAttempt,
      DeliveryAttempt,
    ];
    await enterPending(logged);
    await publishRetry(first, AHEAD_MS);
    await publishRetry(logged, AHEAD_MS);
    await publishRetry(second, 0);
    await waitFor(() => webhooks.postedTo('/retried').length === 2, { what: 'the first two retries that are not in the log' });
    expect(new Set(webhooks.postedTo('/retried'))).toEqual(new Set(idsOf([first, second])));
    const putBack = async (): Promise<number> =>
      (await bed.readTopic('delivery-retries')).filter(({ headers }) => headers['delivery-attempt']?.includes(logged.deliveryId)).length;
    await waitFor(async () => (await putBack()) >= 3, { what: 'the retries that are due later according to the log, put back' });
    await publishRetry(third, 0);
    await waitFor(() => webhooks.postedTo('/retried').length === 3, { what: 'the retries due after them' });
    expect(webhooks.postedTo('/retried')[2]).toBe(third.eventid);
    expect(sender.logs().filter(({ event }) => event === 'retry.misdated')).toHaveLength(2);
    await sender.stop();
  });
});

describe('retention', () => {
  const weeks = (): Promise<unknown[]> =>
    bed.database.query(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'scan'::regclass ORDER BY 1`);

  story('removes nothing while its clock and the database’s are far apart, and says so; the command refuses too', async () => {
    const before = await weeks();
    const ahead = settableClock(150 * 24 * 60 * MINUTE).env;
    const builder = await bed.startProcess('event-builder', { RETENTION_POLL_MS: '200', ...ahead });
    await waitFor(() => builder.logs().some(({ event, level }) => event === 'retention.refused' && level === 50), { what: 'the refusal' });
    const refused = await Promise.all([['--dry-run'], []].map((args) => spawnCommand(['retention', ...args], { ...bed.env, ...ahead })));
    for (const { code, stderr } of refused)
      expect([code, stderr]).toEqual([1, expect.stringContaining('This clock is 3600 h ahead of the database')]);
    expect(await weeks()).toEqual(expect.arrayContaining(before));
    await builder.stop();
  });
});

describe('an order of redelivery', () => {
  story('continues although its lease was made before the clock of the database was set back', async () => {
    const receiverId = await receiverAt('/ordered');
    const [order] = await bed.database.query<{ id: string }>(
      `INSERT INTO redelivery (redelivery_id, account_id, receiver_id, from_at, to_at, status, request, state, total, owner, leased_until)
       VALUES (gen_random_uuid(), 1, $1, now() - interval '1 day', now(), 'exhausted', 'left behind', 'running', 0, gen_random_uuid(), now() + interval '1 hour')
       RETURNING redelivery_id AS id`,
      [receiverId],
    );
    const api = await bed.startApp('token-api');
    const stateOf = async (): Promise<unknown> =>
      (await bed.database.query<{ state: string }>('SELECT state FROM redelivery WHERE redelivery_id = $1', [order!.id]))[0]?.state;
    await waitFor(async () => (await stateOf()) === 'done', { what: 'its end' });
    await api.stop();
  });
});
