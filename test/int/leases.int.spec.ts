import { describe, expect, it } from '@jest/globals';
import type { DeliveryAttempt } from '#libs/contracts';
import { insertBacklog, offerLeases } from '../builders/backlog-rows.js';
import { deliveryAttempt } from '../builders/delivery-attempt.js';
import { trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** Who may make what lies in the backlog table, while instances stop and are paused. */
const LEASE_MS = 3_000;
const bed = useTestBed({ partitions: 2, env: { LEASE_MS: String(LEASE_MS), MAX_IN_FLIGHT_PER_RECEIVER: '1', RETRY_DELAY_MS: '600000' } });
const webhooks = useSenderBed(bed);

const receiverAt = async (path: string, timeoutMs: number): Promise<string> => (await webhooks.addReceiver(path, { timeoutMs })).receiverId;

const attemptsFor = (receiverId: string, count: number): DeliveryAttempt[] =>
  Array.from({ length: count }, () => deliveryAttempt(trackingEvent({ account: 1 }), receiverId));

async function ownerOf(receiverId: string): Promise<string | null | undefined> {
  const [lease] = await bed.database.query<{ owner: string | null }>('SELECT owner FROM delivery_backlog_lease WHERE receiver_id = $1', [
    receiverId,
  ]);
  return lease?.owner;
}

const isPosting = async (app: App): Promise<boolean> => (await app.metric('delivery_attempts_in_flight')) === 1;
const idsOf = (attempts: readonly DeliveryAttempt[]): string[] => attempts.map(({ eventid }) => eventid);

describe('an instance that stops while a POST of a stored attempt takes longer than a lease', () => {
  it('keeps that lease until the attempt is recorded, so that it is not made again, and gives back the others at once', async () => {
    const [slow, other] = [await receiverAt('/slow', 20_000), await receiverAt('/other', 1_000)];
    webhooks.receiver.behave('/slow', { kind: 'answer', delayMs: LEASE_MS + 2_000 });
    const apps = await Promise.all([bed.startProcess('webhook-sender'), bed.startProcess('webhook-sender')]);
    const [underWay, behind] = [attemptsFor(slow, 1), attemptsFor(slow, 1)];
    await insertBacklog(bed.database, attemptsFor(other, 1), { keptForMs: 300_000 });
    await insertBacklog(bed.database, underWay);
    await offerLeases(bed.database, slow, other);
    await waitFor(() => webhooks.postedTo('/slow').length === 1);
    const [holder, successor] = (await isPosting(apps[0])) ? apps : apps.toReversed();
    const before = await ownerOf(slow);
    const exited = holder!.kill('SIGTERM');
    await waitFor(async () => ![before, null, undefined].includes(await ownerOf(other)), { timeoutMs: 6_000, what: 'a new owner' });
    expect([holder!.isRunning(), await ownerOf(slow)]).toEqual([true, before]);

    webhooks.receiver.behave('/slow', { kind: 'answer' });
    expect(await exited).toMatchObject({ code: 0 });
    await insertBacklog(bed.database, behind);
    await offerLeases(bed.database, slow);
    await waitFor(() => webhooks.postedTo('/slow').includes(behind[0]!.eventid));
    expect(webhooks.postedTo('/slow')).toEqual(idsOf([...underWay, ...behind]));
    await successor!.stop();
  }, 90_000);
});

describe('an instance that is paused for longer than its leases', () => {
  it('makes nothing out of memory that another has made meanwhile, though the lease is its own again', async () => {
    const receiverId = await receiverAt('/stands', 8_000);
    webhooks.receiver.behave('/stands', { kind: 'hang' });
    const apps = await Promise.all([bed.startProcess('webhook-sender'), bed.startProcess('webhook-sender')]);
    const stored = attemptsFor(receiverId, 4);
    const [first, ...others] = idsOf(stored);
    await insertBacklog(bed.database, stored);
    await offerLeases(bed.database, receiverId);
    await waitFor(() => webhooks.postedTo('/stands').length === 1);
    const [holder, successor] = (await isPosting(apps[0])) ? apps : apps.toReversed();
    await waitFor(async () => (await holder!.metric('delivery_queue_waiting')) === 3, { what: 'the others in memory' });

    void holder!.kill('SIGSTOP');
    webhooks.receiver.behave('/stands', { kind: 'answer' });
    await waitFor(async () => (await ownerOf(receiverId)) === undefined, { timeoutMs: 2 * LEASE_MS, what: 'the end of the backlog' });
    expect(webhooks.postedTo('/stands')).toEqual([first, first, ...others]);
    await successor!.stop();
    await offerLeases(bed.database, receiverId);
    void holder!.kill('SIGCONT');

    const [behind] = attemptsFor(receiverId, 1);
    await insertBacklog(bed.database, [behind!]);
    await waitFor(() => webhooks.postedTo('/stands').includes(behind!.eventid), { timeoutMs: 30_000, what: 'what lies behind them' });
    expect(webhooks.postedTo('/stands')).toEqual([first, first, ...others, behind!.eventid]);
  }, 120_000);
});
