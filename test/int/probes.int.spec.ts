import { beforeAll, describe, expect, it } from '@jest/globals';
import { DAY, HOUR } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { insertOverflow } from '../builders/overflow-rows.js';
import { deliveryAttempt } from '../builders/delivery-attempt.js';
import { trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { HANGS_AFTER_MS, waitFor } from '../support/wait-for.js';

/** Rows that delay the probes of a hanging receiver. */
const PROBE_INTERVAL_MS = 500;
const TIMEOUT_MS = 1_000;
/** Time-outs before a circuit opens. */
const TO_OPEN = 5;
const bed = useTestBed({
  partitions: 2,
  env: { PROBE_INTERVAL_MS: String(PROBE_INTERVAL_MS), RETRY_DELAY_MS: '600000' },
});
const webhooks = useSenderBed(bed);
let sender: App;

beforeAll(async () => {
  sender = await bed.startApp('webhook-sender');
});

async function hangingReceiver(path: string): Promise<string> {
  webhooks.receiver.behave(path, { kind: 'hang' });
  return (await webhooks.addReceiver(path, { timeoutMs: TIMEOUT_MS })).receiverId;
}

const attemptsFor = (receiverId: string, count: number, changes?: Partial<DeliveryAttempt>): DeliveryAttempt[] =>
  Array.from({ length: count }, () => deliveryAttempt(trackingEvent({ account: 1 }), receiverId, changes));
const hasOpened = (receiverId: string): boolean =>
  sender.logs().some((line) => line['event'] === 'receiver.circuitOpened' && line['receiverId'] === receiverId);

/** Counted in the log: an attempt that did not even complete TLS in time arrives nowhere. */
const attemptsAt = (receiverId: string): number =>
  sender
    .logs()
    .filter(({ event, receiverId: at }) => at === receiverId && /^(delivery\.attempted|attempt\.notRecordable)$/.test(String(event)))
    .length;

describe('rows ahead of a probe', () => {
  it('cost no probe each if their attempts are already recorded', async () => {
    const receiverId = await hangingReceiver('/recorded');
    const waiting = attemptsFor(receiverId, TO_OPEN + 3);
    await insertOverflow(bed.database, waiting);
    await waitFor(() => hasOpened(receiverId), { what: 'the open circuit' });
    const [made] = waiting.filter(({ eventid }) => webhooks.postedTo('/recorded').includes(eventid));
    // One probe for each row would take longer than this test waits.
    const ahead = Math.ceil((2 * HANGS_AFTER_MS) / PROBE_INTERVAL_MS);
    await insertOverflow(
      bed.database,
      Array.from({ length: ahead }, () => made!),
      { isAhead: true },
    );
    await waitFor(() => attemptsAt(receiverId) === waiting.length, { what: 'three probes' });
  });

  it('do not end the probes if their attempts cannot be recorded, however long they have waited', async () => {
    const receiverId = await hangingReceiver('/unrecordable');
    const nowhere = { deliveryCreatedAtMs: Date.now() + 1_000 * DAY }; // No partition exists for this delivery.
    await insertOverflow(bed.database, attemptsFor(receiverId, 1, nowhere), { agoMs: 9 * HOUR });
    await insertOverflow(bed.database, attemptsFor(receiverId, 1, nowhere));
    await insertOverflow(bed.database, attemptsFor(receiverId, TO_OPEN));
    await waitFor(() => hasOpened(receiverId), { what: 'the open circuit' });
    await waitFor(() => attemptsAt(receiverId) === 2 + TO_OPEN, { what: 'two probes' });
    const left = await bed.database.query('SELECT 1 FROM delivery_overflow WHERE receiver_id = $1', [receiverId]);
    expect(left.length).toBeGreaterThanOrEqual(2); // The rows stay until somebody has looked at them.
  });
});
