import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { insertReceiver, type ReceiverRow } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { type ForwardProxy, startForwardProxy } from '../support/forward-proxy.js';
import { startHttpsServer } from '../support/https-server.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually, waitFor } from '../support/wait-for.js';

const OUTSIDE = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const PASSWORD = 'pr%xy:p@ss';
const bed = useTestBed({ env: { SENDER_ADDRESSES: OUTSIDE.join(','), RECEIVER_ALLOWED_CIDRS: '127.0.0.1/32', RETRY_DELAY_MS: '600000' } });
/** The first wants a password, the second is reached by TLS. */
let proxies: ForwardProxy[];
let names: NameServer;
let receiver: TestReceiver;
let sender: App;
let account = 0;

const startProxy = (index: number, port = 0): Promise<ForwardProxy> =>
  startForwardProxy({ from: OUTSIDE[index]!, port, isTls: index === 1, ...(index === 0 && { credentials: `crawler:${PASSWORD}` }) });

beforeAll(async () => {
  receiver = await bed.startReceiver({ names: ['127.0.0.1', 'shop.example'] });
  names = await startNameServer((name) => ({ 'shop.example': ['127.0.0.1'], 'inner.example': ['127.0.0.9'] })[name]);
  proxies = await Promise.all(OUTSIDE.map((_, index) => startProxy(index)));
  const urls = proxies.map((proxy, index) => proxy.url(index === 0 ? `crawler:${encodeURIComponent(PASSWORD)}` : undefined));
  sender = await bed.startProcess('webhook-sender', { EGRESS_PROXIES: urls.join(','), DNS_SERVERS: names.address });
}, 90_000);

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.kill()));
  await names.close();
});

async function receiverAt(url: string, row: Partial<ReceiverRow> = {}): Promise<number> {
  const own = ++account;
  await insertReceiver(bed.database, { account: own, url, ...row });
  return own;
}

async function send(of: number): Promise<TrackingEvent> {
  const event = trackingEvent({ account: of });
  await bed.publish('events', [eventMessage(event)]);
  return event;
}

interface AttemptRow {
  readonly attempt: number;
  readonly outcome: string;
  readonly detail: string | null;
  readonly sender_address: string | null;
}

const attemptsOf = (event: TrackingEvent): Promise<AttemptRow[]> =>
  bed.database.query<AttemptRow>(
    'SELECT a.* FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.eventid = $1 ORDER BY a.attempt',
    [event.payload.eventid],
  );

const recorded = async (event: TrackingEvent): Promise<AttemptRow> => {
  const [first] = await waitFor(async () => ((await attemptsOf(event)).length > 0 ? attemptsOf(event) : undefined), { timeoutMs: 40_000 });
  return first!;
};

const cameFrom = (path: string): (string | undefined)[] => [...new Set(receiver.requests(path).map(({ from }) => from))];
const ownFaults = (): number => sender.logs().filter(({ event, side }) => event === 'delivery.ownFault' && side === 'proxy').length;
const behaveAll = (behaviour: Parameters<ForwardProxy['behave']>[0]): void => proxies.forEach((proxy) => proxy.behave(behaviour));

describe('three forward proxies', () => {
  // Forty receivers of random ids: once in four million runs one of the three proxies is nobody's (with twelve once in forty).
  it('carry all webhooks, each receiver keeping to one of them; the proxy is told an address, the certificate is verified against the name', async () => {
    const url = (index: number): string => `https://shop.example:${receiver.port}/kept-${index}`;
    const accounts = await Promise.all(Array.from({ length: 40 }, (_, index) => receiverAt(url(index))));
    const events = await Promise.all(accounts.flatMap((of) => [send(of), send(of), send(of)]));
    await waitFor(() => receiver.requests().length === events.length, { timeoutMs: 40_000 });
    const from = accounts.map((_, index) => cameFrom(`/kept-${index}`));
    expect(from.filter((addresses) => addresses.length !== 1)).toEqual([]);
    expect(new Set(from.flat())).toEqual(new Set(OUTSIDE));
    expect(new Set(proxies.flatMap((proxy) => proxy.asked()))).toEqual(new Set([`127.0.0.1:${receiver.port}`]));
    const [event] = events;
    expect(await recorded(event!)).toMatchObject({ outcome: 'accepted', sender_address: cameFrom('/kept-0')[0] });
  });

  it('do not weaken TLS: a stranger’s certificate and a wrong name are refused inside the tunnel', async () => {
    const stranger = await bed.startReceiver({ certificate: 'untrusted' });
    const misnamed = await bed.startReceiver({ names: ['other.example'] });
    const urls = [stranger.url('/'), `https://shop.example:${misnamed.port}/`];
    for (const url of urls) expect(await recorded(await send(await receiverAt(url)))).toMatchObject({ outcome: 'tls' });
    expect([...stranger.requests(), ...misnamed.requests()]).toEqual([]);
  });

  it('are not asked for what the guard refuses, be it a name or a redirect', async () => {
    const inner = await send(await receiverAt(`https://inner.example:${receiver.port}/`));
    receiver.behave('/redirects', { kind: 'redirect', to: 'https://169.254.169.254/latest/meta-data', status: 307 });
    const redirected = await send(await receiverAt(receiver.url('/redirects')));
    expect(await recorded(inner)).toMatchObject({ outcome: 'guard', detail: expect.stringContaining('inner.example') });
    expect(await recorded(redirected)).toMatchObject({ outcome: 'http_status' });
    expect(proxies.flatMap((proxy) => proxy.asked()).filter((target) => /127\.0\.0\.9|169\.254/.test(target))).toEqual([]);
  });

  it('carry token requests too', async () => {
    const froms: (string | undefined)[] = [];
    const endpoint = await startHttpsServer(({ from }) => {
      froms.push(from);
      return { headers: { 'content-type': 'application/json' }, body: '{"access_token":"t","token_type":"Bearer","expires_in":3600}' };
    });
    const token = await bed.startProcess('token-api');
    account += 1;
    const client = api(token.url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const auth = { type: 'oauth2', tokenUrl: endpoint.url('/token'), clientId: 'i', clientSecret: 's' };
    expect((await client.post('/receivers', { url: receiver.url('/oauth2'), auth })).status).toBe(201);
    expect(await recorded(await send(account))).toMatchObject({ outcome: 'accepted' });
    expect(froms).toEqual(cameFrom('/oauth2'));
    expect(OUTSIDE).toContain(froms[0]);
    await endpoint.close();
    await token.stop();
  });
});

describe('a receiver that no proxy reaches', () => {
  it('is charged once others are reached, and delays nobody', async () => {
    behaveAll((target) => (target === '127.0.0.1:3' ? 403 : target === '127.0.0.1:4' ? 504 : 'tunnel'));
    const [down, refused, slow, healthy] = await Promise.all(
      ['https://127.0.0.1:2/', 'https://127.0.0.1:3/', 'https://127.0.0.1:4/', receiver.url('/healthy')].map((url) => receiverAt(url)),
    );
    const events = await Promise.all([down!, refused!, slow!].map(send));
    await waitFor(() => ownFaults() >= 3, { timeoutMs: 20_000, what: 'doubt' });
    await send(healthy!);
    await waitFor(() => receiver.requests('/healthy').length === 1);
    expect((await Promise.all(events.map(recorded))).map(({ attempt, outcome, detail }) => [attempt, outcome, detail])).toEqual([
      [1, 'connection', 'none of the forward proxies could connect to it (502)'],
      [1, 'proxy', 'the forward proxies refuse to go there (403): the operator can allow it'],
      [1, 'timeout', 'it took no connection from any forward proxy in time (504)'],
    ]);
    behaveAll('tunnel');
  });

  it('is not charged while they reach nobody', async () => {
    behaveAll(502);
    const before = ownFaults();
    const event = await send(await receiverAt(`https://shop.example:${receiver.port}/nobody`));
    await waitFor(() => ownFaults() >= before + 2, { timeoutMs: 20_000 });
    expect(await attemptsOf(event)).toEqual([]);
    behaveAll('tunnel');
    expect(await recorded(event)).toMatchObject({ attempt: 1, outcome: 'accepted' });
  });
});

describe('a proxy that fails', () => {
  it('fails for each POST by itself: one that went by it is no failure of the receiver, though others have reached it by another since', async () => {
    const of = await receiverAt(receiver.url('/between'), { timeoutMs: 9_000 });
    receiver.behave('/between', { kind: 'hang' });
    const held = await send(of);
    await waitFor(() => receiver.requests('/between').length === 1);
    const failing = OUTSIDE.indexOf(cameFrom('/between')[0]!);
    proxies[failing]!.behave('frozen');
    receiver.behave('/between', { kind: 'answer' });
    const later = await recorded(await send(of));
    expect(await attemptsOf(held)).toEqual([]);
    await waitFor(() => receiver.requests('/between').length === 3, { timeoutMs: 20_000 });
    const [, moved, again] = receiver.requests('/between').map(({ from }) => from);
    expect(moved).not.toBe(OUTSIDE[failing]);
    expect(later).toMatchObject({ attempt: 1, outcome: 'accepted', sender_address: moved });
    expect(await recorded(held)).toMatchObject({ attempt: 1, outcome: 'accepted', sender_address: again });
    proxies[failing]!.behave('tunnel');
  }, 60_000);

  it('is left for another: killed, frozen, or no longer taking the password; no attempt is charged', async () => {
    const accounts = await Promise.all(Array.from({ length: 9 }, (_, index) => receiverAt(receiver.url(`/moved-${index}`))));
    const closing = [0, 1, 2, 3, 4, 5].map((index) => `/moved-${index}`); // a new tunnel for each POST; the others are kept alive
    closing.forEach((path) => receiver.behave(path, { kind: 'answer', headers: { connection: 'close' } }));
    const sendAll = (): Promise<TrackingEvent[]> => Promise.all(accounts.map(send));
    const arrived = (count: number): Promise<unknown> =>
      eventually(() => accounts.forEach((_, index) => expect(receiver.requests(`/moved-${index}`).length).toBeGreaterThanOrEqual(count)), {
        timeoutMs: 40_000,
      });
    const events = await sendAll();
    await arrived(1);
    proxies[0]!.behave(407);
    await proxies[1]!.kill();
    events.push(...(await sendAll()));
    await arrived(2);
    expect(closing.map((path) => receiver.requests(path).at(-1)?.from)).toEqual(closing.map(() => OUTSIDE[2]));

    proxies[0]!.behave('tunnel');
    proxies[2]!.behave('frozen');
    events.push(...(await sendAll()));
    await arrived(3);
    const outcomes = await Promise.all(events.map(recorded));
    expect(outcomes.filter(({ attempt, outcome }) => attempt !== 1 || outcome !== 'accepted')).toEqual([]);
    proxies[2]!.behave('tunnel');
  }, 120_000);

  it('as all others do, holds what there is until one is back; no attempt is charged', async () => {
    await Promise.all([proxies[0]!.kill(), proxies[2]!.kill()]);
    const before = ownFaults();
    const event = await send(await receiverAt(receiver.url('/waits')));
    const paused = await receiverAt(receiver.url('/paused'));
    const unwanted = await send(paused);
    await waitFor(() => ownFaults() >= before + 2, { timeoutMs: 20_000 });
    await bed.database.query('UPDATE receiver SET enabled = false WHERE account_id = $1', [paused]);
    const unwantedIs = async (): Promise<unknown> =>
      (await bed.database.query<{ status: string }>('SELECT status FROM delivery WHERE eventid = $1', [unwanted.payload.eventid]))[0]
        ?.status;
    await waitFor(async () => (await unwantedIs()) === 'cancelled', { timeoutMs: 20_000, what: 'nobody to be waited for any more' });
    expect(await sender.metric('delivery_own_faults_total', { side: 'proxy' })).toBeGreaterThan(0);
    proxies[1] = await startProxy(1, proxies[1]!.port);
    expect(await recorded(event)).toMatchObject({ attempt: 1, outcome: 'accepted', sender_address: OUTSIDE[1] });
    expect(receiver.requests('/paused')).toEqual([]);
    const written = JSON.stringify(sender.logs());
    expect([written.includes(PASSWORD), written.includes(encodeURIComponent(PASSWORD))]).toEqual([false, false]);
  });
});
