import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { homeOf } from '../../libs/egress/src/sockets/proxy-ring.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { startForwardProxy } from '../support/forward-proxy.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import type { TestReceiver } from '../support/receiver.js';
import { startSilentLink } from '../support/silent-link.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** The second address does not belong to this machine. */
const SENDERS = ['127.0.0.2', '198.51.100.1'];
/** TCP cannot reach a multicast address: the kernel reports ENETUNREACH, as it does without a route. */
const NO_WAY = '224.0.0.1';
/** No server listens at the first of its addresses. */
const TWO_ADDRESSES = 'two.example';
const bed = useTestBed({
  env: {
    SENDER_ADDRESSES: SENDERS.join(','),
    RECEIVER_ALLOWED_CIDRS: `127.0.0.0/8,${NO_WAY}/32`,
    RETRY_DELAY_MS: '600000',
    MAX_IN_FLIGHT_PER_RECEIVER: '1',
  },
});
let receiver: TestReceiver;
let names: NameServer;
let sender: App;
let account = 0;

interface Known {
  readonly receiverId: string;
  readonly account: number;
}

beforeAll(async () => {
  receiver = await bed.startReceiver({ names: ['127.0.0.1', TWO_ADDRESSES] });
  names = await startNameServer((name) => (name === TWO_ADDRESSES ? ['127.0.0.9', '127.0.0.1'] : undefined));
  sender = await bed.startApp('webhook-sender', { DNS_SERVERS: names.address });
});

afterAll(() => names.close());

/** Adds a receiver that gets its webhooks from this sender address. */
async function receiverBehind(sending: string, url: string, timeoutMs = 60_000): Promise<Known> {
  for (;;) {
    const receiverId = await insertReceiver(bed.database, { account: ++account, url, timeoutMs });
    if (SENDERS[homeOf(receiverId, SENDERS.length)] === sending) return { receiverId, account };
  }
}

async function send({ account: of }: Known): Promise<TrackingEvent> {
  const event = trackingEvent({ account: of });
  await bed.publish('events', [eventMessage(event)]);
  return event;
}

const attemptsTo = ({ receiverId }: Known): Promise<{ outcome: string; detail: string; senderAddress: string }[]> =>
  bed.database.query(
    'SELECT a.outcome, a.detail, a.sender_address AS "senderAddress" FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.receiver_id = $1',
    [receiverId],
  );

const localFaultsOf = ({ receiverId }: Known): string[] =>
  sender
    .logs()
    .filter((line) => line['event'] === 'delivery.localFault' && line['receiverId'] === receiverId)
    .map((line) => String(line['detail']));

/** Sends to a healthy receiver until the stuck receiver's attempt has had this many local faults, with growing pauses. */
async function othersAnswerWhile(stuck: Known, faults: number): Promise<void> {
  const healthy = await receiverBehind(SENDERS[0]!, receiver.url('/healthy'));
  const answered = async (): Promise<boolean> => {
    const before = receiver.requests('/healthy').length;
    await send(healthy);
    return waitFor(() => receiver.requests('/healthy').length > before);
  };
  await waitFor(async () => (await answered()) && localFaultsOf(stuck).length >= faults, { everyMs: 200 });
}

describe('a sender address that one node lacks', () => {
  it('is replaced for its receivers by the next address, is logged, and its waiting webhooks occupy no permit', async () => {
    const without = await receiverBehind(SENDERS[1]!, receiver.url('/without'));
    await send(without);
    await waitFor(async () => (await attemptsTo(without)).length > 0);
    expect(localFaultsOf(without)[0]).toContain('bind EADDRNOTAVAIL');
    expect(receiver.requests('/without').map(({ from }) => from)).toEqual([SENDERS[0]]);
    expect(await attemptsTo(without)).toMatchObject([{ outcome: 'accepted', senderAddress: SENDERS[0] }]);
  });
});

describe('a receiver without a route', () => {
  it('has a local fault while no other receiver answers, and a failure of its own when others answer', async () => {
    const unreached = await receiverBehind(SENDERS[0]!, `https://${NO_WAY}/`);
    await send(unreached);
    await waitFor(() => localFaultsOf(unreached).length >= 3);
    expect(await attemptsTo(unreached)).toEqual([]);
    await othersAnswerWhile(unreached, 6);
    const [attempt] = await waitFor(async () => {
      const rows = await attemptsTo(unreached);
      return rows.length > 0 ? rows : undefined;
    });
    expect(attempt).toMatchObject({ outcome: 'connection', detail: expect.stringContaining('ENETUNREACH') });
  });
});

describe('a receiver that accepts connections and never answers in TLS', () => {
  it('gets webhooks again as soon as it answers: abandoned connections block no new connection', async () => {
    const link = await startSilentLink({ host: '127.0.0.1', port: receiver.port });
    link.silence();
    const known = await receiverBehind(SENDERS[0]!, `https://127.0.0.1:${link.port}/mute`, 12_000);
    await send(known);
    await waitFor(async () => (await attemptsTo(known)).length === 1);
    link.heal();
    await send(known);
    await waitFor(async () => (await attemptsTo(known)).length === 2);
    expect((await attemptsTo(known)).map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'timeout']);
    await link.close();
  });
});

describe('a receiver with several addresses', () => {
  const byProxy = useTestBed({ env: { RETRY_DELAY_MS: '600000' } });

  it('is reached at its next address if the first is dead, also from a bound sender address', async () => {
    const known = await receiverBehind(SENDERS[0]!, `https://${TWO_ADDRESSES}:${receiver.port}/second`);
    await send(known);
    await waitFor(async () => (await attemptsTo(known)).length > 0);
    expect(await attemptsTo(known)).toMatchObject([{ outcome: 'accepted', detail: null }]);
    expect(receiver.requests('/second').map(({ from }) => from)).toEqual([SENDERS[0]]);
  });

  it('is reached at its next address by the only proxy, too', async () => {
    const proxy = await startForwardProxy();
    await insertReceiver(byProxy.database, { account: 1, url: `https://${TWO_ADDRESSES}:${receiver.port}/by-proxy` });
    await byProxy.startApp('webhook-sender', {
      EGRESS_PROXIES: proxy.url(),
      SENDER_ADDRESSES: SENDERS[0]!,
      DNS_SERVERS: names.address,
    });
    const event = trackingEvent({ account: 1 });
    await byProxy.publish('events', [eventMessage(event)]);
    const outcomes = await waitFor(async () => {
      const rows = await byProxy.database.query<{ outcome: string }>('SELECT outcome FROM delivery_attempt');
      return rows.length > 0 ? rows : undefined;
    });
    expect(outcomes).toEqual([{ outcome: 'accepted' }]);
    const asked = ['127.0.0.9', '127.0.0.1'].map((address) => `${address}:${receiver.port}`);
    expect(proxy.asked()).toEqual([...asked, ...asked]); // One tunnel to probe the server, one for the webhook.
    await proxy.kill();
  });
});

// The last test, because it has a bed of its own: the end of one bed stops the apps of all beds.
describe('a node that has none of the sender addresses', () => {
  const lost = useTestBed({ env: { SENDER_ADDRESSES: '198.51.100.1,198.51.100.2' } });

  it('costs its receivers no attempt', async () => {
    const receiverId = await insertReceiver(lost.database, { account: 1, url: receiver.url('/lost') });
    const app = await lost.startApp('webhook-sender');
    const event = trackingEvent({ account: 1 });
    await lost.publish('events', [eventMessage(event)]);
    const faults = () => app.logs().filter((line) => line['event'] === 'delivery.localFault' && line['receiverId'] === receiverId);
    await waitFor(() => faults().length >= 4);
    expect(await lost.database.query('SELECT 1 FROM delivery_attempt')).toEqual([]);
    expect(receiver.requests('/lost')).toEqual([]);
  });
});
