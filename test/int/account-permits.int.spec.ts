import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { metricValue } from '../support/metric-value.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const [CROWDED, VICTIM] = [1, 2];
const MAX_IN_FLIGHT = 16;
const MOST_OF_ONE = 14;
/** Each queue begins with two POSTs. Together they exceed the permits, and no queue is long enough for the reserve. */
const RECEIVERS = 12;
const PER_RECEIVER = 2;
/** No POST times out while the test runs, as with a slow receiver that answers well in the end. */
const TIMEOUT_MS = 600_000;
const OTHERS = 20;

const bed = useTestBed({ env: { MAX_IN_FLIGHT: String(MAX_IN_FLIGHT) } });
let receiver: TestReceiver;
let sender: App;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  sender = await bed.startApp('webhook-sender');
});

const publish = (events: readonly TrackingEvent[]): Promise<void> => bed.publish('events', events.map(eventMessage));

const eventsOf = (account: number, count: number): TrackingEvent[] => Array.from({ length: count }, () => trackingEvent({ account }));

async function inQueues(): Promise<{ inFlight: number; waiting: number }> {
  const text = await sender.metrics(); // Both values are of the same moment.
  return { inFlight: metricValue(text, 'delivery_attempts_in_flight')!, waiting: metricValue(text, 'delivery_queue_waiting')! };
}

describe('an account with many receivers that hold their POSTs', () => {
  it('never holds all permits: another account’s webhook goes out at once', async () => {
    for (let index = 0; index < RECEIVERS; index++) {
      receiver.behave(`/slow-${index}`, { kind: 'hang' });
      await insertReceiver(bed.database, { account: CROWDED, url: receiver.url(`/slow-${index}`), timeoutMs: TIMEOUT_MS });
    }
    await insertReceiver(bed.database, { account: VICTIM, url: receiver.url('/victim') });
    await publish(eventsOf(CROWDED, PER_RECEIVER));
    const taken = await waitFor(
      async () => {
        const { inFlight, waiting } = await inQueues();
        // All are queued before the first POST starts.
        return inFlight > 0 && inFlight + waiting === RECEIVERS * PER_RECEIVER ? { inFlight, waiting } : undefined;
      },
      { what: 'all POSTs of the account under way or waiting' },
    );
    expect(taken).toEqual({ inFlight: MOST_OF_ONE, waiting: RECEIVERS * PER_RECEIVER - MOST_OF_ONE });
    await waitFor(() => receiver.requests().length === MOST_OF_ONE, { what: 'all POSTs in flight to arrive' });
    await publish(eventsOf(VICTIM, OTHERS));
    await waitFor(() => receiver.requests('/victim').length === OTHERS, { what: 'the webhook of the other account' });
    expect((await inQueues()).inFlight).toBeGreaterThanOrEqual(taken.inFlight); // No POST of the first account has ended meanwhile.
  });
});
