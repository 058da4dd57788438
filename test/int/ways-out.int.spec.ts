import { beforeAll, describe, expect, it } from '@jest/globals';
import { serialiseTrackingEvent, type TrackingEvent } from '#libs/contracts';
import { homeOf } from '../../apps/webhook-sender/src/delivery/proxy-ring.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** The second one is not this machine's. */
const SENDERS = ['127.0.0.2', '198.51.100.1'];
/** There is no TCP to a multicast address: the kernel says ENETUNREACH, as it does without a route. */
const NO_WAY = '224.0.0.1';
const bed = useTestBed({
  env: {
    SENDER_ADDRESSES: SENDERS.join(','),
    RECEIVER_ALLOWED_CIDRS: `127.0.0.0/8,${NO_WAY}/32`,
    RETRY_DELAY_MS: '600000',
    MAX_IN_FLIGHT_PER_RECEIVER: '1',
  },
});
let receiver: TestReceiver;
let sender: App;
let account = 0;

interface Known {
  readonly receiverId: string;
  readonly account: number;
}

beforeAll(async () => {
  receiver = await bed.startReceiver();
  sender = await bed.startApp('webhook-sender');
}, 60_000);

/** A receiver that hears from that sender address. */
async function receiverBehind(sending: string, url: string): Promise<Known> {
  for (;;) {
    const receiverId = await insertReceiver(bed.database, { account: ++account, url });
    if (SENDERS[homeOf(receiverId, SENDERS.length)] === sending) return { receiverId, account };
  }
}

async function send({ account: of }: Known): Promise<TrackingEvent> {
  const event = trackingEvent({ account: of });
  await bed.publish('events', [{ key: event.consignmentId, value: serialiseTrackingEvent(event) }]);
  return event;
}

const attemptsTo = ({ receiverId }: Known): Promise<{ outcome: string; detail: string }[]> =>
  bed.database.query('SELECT a.outcome, a.detail FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.receiver_id = $1', [
    receiverId,
  ]);

const ownFaultsOf = ({ receiverId }: Known): string[] =>
  sender
    .logs()
    .filter((line) => line['event'] === 'delivery.ownFault' && line['receiverId'] === receiverId)
    .map((line) => String(line['detail']));

/** Sends to a healthy receiver until that one's attempt has failed so often on our side, with growing pauses. */
async function othersAnswerWhile(stuck: Known, faults: number): Promise<void> {
  const healthy = await receiverBehind(SENDERS[0]!, receiver.url('/healthy'));
  const answered = async (): Promise<boolean> => {
    const before = receiver.requests('/healthy').length;
    await send(healthy);
    return waitFor(() => receiver.requests('/healthy').length > before);
  };
  await waitFor(async () => (await answered()) && ownFaultsOf(stuck).length >= faults, { timeoutMs: 50_000, everyMs: 200 });
}

describe('a sender address that one node lacks', () => {
  it('costs its receivers no attempt, however long others of the same node are answered', async () => {
    const stuck = await receiverBehind(SENDERS[1]!, receiver.url('/stuck'));
    await send(stuck);
    await othersAnswerWhile(stuck, 8); // the pauses before the eighth are 11 s at least
    expect(ownFaultsOf(stuck)[0]).toContain('bind EADDRNOTAVAIL');
    expect(await attemptsTo(stuck)).toEqual([]);
  });
});

describe('no way out to a receiver', () => {
  it('is our own fault while nobody else is answered, and its failure when others are', async () => {
    const unreached = await receiverBehind(SENDERS[0]!, `https://${NO_WAY}/`);
    await send(unreached);
    await waitFor(() => ownFaultsOf(unreached).length >= 3);
    expect(await attemptsTo(unreached)).toEqual([]);
    await othersAnswerWhile(unreached, 6);
    const [attempt] = await waitFor(
      async () => {
        const rows = await attemptsTo(unreached);
        return rows.length > 0 ? rows : undefined;
      },
      { timeoutMs: 40_000 },
    );
    expect(attempt).toMatchObject({ outcome: 'connection', detail: expect.stringContaining('ENETUNREACH') });
  });
});
