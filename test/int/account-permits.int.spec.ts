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
/** Each queue begins with two POSTs: more than there are permits, and no queue has more than the reserve is for. */
const RECEIVERS = 12;
const PER_RECEIVER = 2;
/** No POST times out while the test runs: as good as a receiver that is slow and answers well in the end. */
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
  const text = await sender.metrics(); // both of one moment
  return { inFlight: metricValue(text, 'delivery_attempts_in_flight')!, waiting: metricValue(text, 'delivery_queue_waiting')! };
}

describe('an account with many receivers that keep their POSTs', () => {
  it('never holds all permits: a webhook of another account goes out at once', async () => {
    for (let index = 0; index < RECEIVERS; index++) {
      receiver.behave(`/slow-${index}`, { kind: 'hang' });
      await insertReceiver(bed.database, { account: CROWDED, url: receiver.url(`/slow-${index}`), timeoutMs: TIMEOUT_MS });
    }
    await insertReceiver(bed.database, { account: VICTIM, url: receiver.url('/victim') });
    await publish(eventsOf(CROWDED, PER_RECEIVER));
    const taken = await waitFor(
      async () => {
        const { inFlight, waiting } = await inQueues();
        // all are queued before the first of them starts
        return inFlight > 0 && inFlight + waiting === RECEIVERS * PER_RECEIVER ? { inFlight, waiting } : undefined;
      },
      { what: 'all POSTs of the account under way or waiting' },
    );
    expect(taken).toEqual({ inFlight: MOST_OF_ONE, waiting: RECEIVERS * PER_RECEIVER - MOST_OF_ONE });
    await waitFor(() => receiver.requests().length === MOST_OF_ONE, { what: 'all of them at their receivers' });
    await publish(eventsOf(VICTIM, OTHERS));
    await waitFor(() => receiver.requests('/victim').length === OTHERS, { what: 'what the other account hears' });
    expect((await inQueues()).inFlight).toBeGreaterThanOrEqual(taken.inFlight); // nothing of the first account has ended meanwhile
  });
});
