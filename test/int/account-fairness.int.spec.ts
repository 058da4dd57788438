import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TrackingEvent } from '#libs/contracts';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { holding } from '../support/database.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** 100 × 60 deliveries: seconds of work for one process. */
const [RECEIVERS, EVENTS] = [100, 60];
const QUIET_EVENTS = 5;

const bed = useTestBed();
const webhooks = useSenderBed(bed);
let sender: App;

beforeAll(async () => {
  sender = await bed.startProcess('webhook-sender');
}, 60_000);

const defer = (event: TrackingEvent, message = eventMessage(event).value): Promise<unknown> =>
  bed.database.query('INSERT INTO deferred_event (account_id, consignment_id, message, published_at) VALUES ($1, $2, $3, now())', [
    event.account,
    event.consignmentId,
    message,
  ]);
const deferred = (): Promise<number> => webhooks.count('SELECT count(*) FROM deferred_event');

describe('an account whose events become very many deliveries at once', () => {
  it('waits in the table for its turn, and another account’s webhooks go out at once; all arrive, each once, in their order', async () => {
    const noisy = webhooks.newAccount();
    for (let number = 0; number < RECEIVERS; number++) await webhooks.addReceiver(`/noisy/${number}`, { account: noisy });
    const quiet = await webhooks.addReceiver('/quiet');
    const consignmentId = trackingEvent({ account: noisy }).consignmentId;
    const burst = Array.from({ length: EVENTS }, () => trackingEvent({ account: noisy, consignmentId }));
    await bed.publish('events', burst.map(eventMessage));
    await waitFor(async () => (await deferred()) > 0, { what: 'events of the noisy account in the table' });

    await webhooks.sendMany(quiet, QUIET_EVENTS);
    await waitFor(() => webhooks.arrivedAt('/quiet') === QUIET_EVENTS, { what: 'the webhooks of the quiet account' });
    const arrived = (): number =>
      Array.from({ length: RECEIVERS }, (_, number) => webhooks.arrivedAt(`/noisy/${number}`)).reduce((a, b) => a + b);
    expect(arrived()).toBeLessThan(RECEIVERS * EVENTS);

    await waitFor(() => arrived() === RECEIVERS * EVENTS, { timeoutMs: 60_000, what: 'all webhooks of the noisy account' });
    const order = burst.map(({ payload }) => payload.eventid);
    for (let number = 0; number < RECEIVERS; number++) expect(webhooks.postedTo(`/noisy/${number}`)).toEqual(order);
    await webhooks.untilIdle();
    expect(await deferred()).toBe(0);
    expect(await webhooks.count('SELECT count(*) FROM delivery WHERE account_id = $1', [noisy])).toBe(RECEIVERS * EVENTS);
    const named = sender.logs().filter(({ event }) => event === 'account.deferred' || event === 'account.caughtUp');
    expect(new Set(named.map(({ account }) => account))).toEqual(new Set([noisy]));
    expect(named.at(-1)).toMatchObject({ event: 'account.caughtUp' });
  }, 120_000);

  it('is served in turn with others that are deferred, by any instance, and what cannot be read becomes a dead letter', async () => {
    const accounts = [webhooks.newAccount(), webhooks.newAccount()];
    for (const account of accounts) await webhooks.addReceiver(`/${account}`, { account });
    const events = accounts.map((account) => Array.from({ length: 3 }, () => trackingEvent({ account })));
    for (const event of events.flat()) await defer(event);
    await defer(trackingEvent({ account: accounts[0]! }), '{"schema":"tracking-event/9"}');
    for (const account of accounts) await waitFor(() => webhooks.arrivedAt(`/${account}`) === 3);
    await waitFor(async () => (await bed.readTopic('events.dlq')).length === 1);
    await webhooks.untilIdle();
    expect(await deferred()).toBe(0);
  }, 60_000);

  it('keeps its later events behind those that are deferred, although there is room', async () => {
    const known = await webhooks.addReceiver('/behind');
    const consignmentId = trackingEvent({ account: 1 }).consignmentId;
    const [first, second] = [1, 2].map(() => trackingEvent({ account: known.account, consignmentId }));
    const otherInstance = await holding(bed.database, `SELECT pg_advisory_xact_lock(hashtextextended('deferred_event', ${known.account}))`);
    await defer(first!);
    await webhooks.publish(second!);
    await waitFor(async () => (await deferred()) === 2);
    await otherInstance.query('COMMIT');
    await otherInstance.end();
    await waitFor(() => webhooks.arrivedAt('/behind') === 2);
    expect(webhooks.postedTo('/behind')).toEqual([first!.payload.eventid, second!.payload.eventid]);
  });
});
