import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** 6,000 deliveries: seconds of work for one process. */
const [RECEIVERS, EVENTS] = [100, 60];
const QUIET_EVENTS = 5;

const bed = useTestBed();
const webhooks = useSenderBed(bed);
let sender: App;

beforeAll(async () => {
  sender = await bed.startProcess('webhook-sender');
});

describe('an account whose events suddenly become very many deliveries', () => {
  it('waits for its turn while another account’s webhooks go out at once; all its webhooks arrive once and in order', async () => {
    const noisy = webhooks.newAccount();
    for (let number = 0; number < RECEIVERS; number++) await webhooks.addReceiver(`/noisy/${number}`, { account: noisy });
    const quiet = await webhooks.addReceiver('/quiet');
    const consignmentId = trackingEvent({ account: noisy }).consignmentId;
    const burst = Array.from({ length: EVENTS }, () => trackingEvent({ account: noisy, consignmentId }));
    await bed.publish('events', burst.map(eventMessage));
    await waitFor(async () => ((await sender.metric('events_waiting')) ?? 0) > 0, { what: 'waiting events of the noisy account' });

    await webhooks.sendMany(quiet, QUIET_EVENTS);
    await waitFor(() => webhooks.arrivedAt('/quiet') === QUIET_EVENTS, { what: 'the webhooks of the quiet account' });
    const arrived = (): number =>
      Array.from({ length: RECEIVERS }, (_, number) => webhooks.arrivedAt(`/noisy/${number}`)).reduce((a, b) => a + b);
    expect(arrived()).toBeLessThan(RECEIVERS * EVENTS);

    await waitFor(() => arrived() === RECEIVERS * EVENTS, { what: 'all webhooks of the noisy account' });
    const order = burst.map(({ payload }) => payload.eventid);
    for (let number = 0; number < RECEIVERS; number++) expect(webhooks.postedTo(`/noisy/${number}`)).toEqual(order);
    const delivered = `SELECT count(*) FROM delivery WHERE account_id = $1 AND status = 'delivered'`;
    // the row follows its webhook
    await waitFor(async () => (await webhooks.count(delivered, [noisy])) === RECEIVERS * EVENTS, { what: 'a row of each webhook' });
    await webhooks.untilIdle();
  });
});
