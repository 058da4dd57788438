import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { type ForwardProxy, startForwardProxy } from '../support/forward-proxy.js';
import { startHttpsServer } from '../support/https-server.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually, waitFor } from '../support/wait-for.js';

const OUTSIDE = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const PASSWORD = 'pr%xy:p@ss';
const bed = useTestBed({ env: { SENDER_ADDRESSES: OUTSIDE.join(','), RECEIVER_ALLOWED_CIDRS: '127.0.0.1/32', RETRY_DELAY_MS: '600000' } });
/** The first proxy demands a password, the second uses TLS. */
let proxies: ForwardProxy[];
let names: NameServer;
const webhooks = useSenderBed(bed, { names: ['127.0.0.1', 'shop.example'] });
let sender: App;

const startProxy = (index: number, port = 0): Promise<ForwardProxy> =>
  startForwardProxy({ from: OUTSIDE[index]!, port, isTls: index === 1, ...(index === 0 && { credentials: `crawler:${PASSWORD}` }) });

beforeAll(async () => {
  names = await startNameServer((name) => ({ 'shop.example': ['127.0.0.1'], 'inner.example': ['127.0.0.9'] })[name]);
  proxies = await Promise.all(OUTSIDE.map((_, index) => startProxy(index)));
  const urls = proxies.map((proxy, index) => proxy.url(index === 0 ? `crawler:${encodeURIComponent(PASSWORD)}` : undefined));
  sender = await bed.startApp('webhook-sender', { EGRESS_PROXIES: urls.join(','), DNS_SERVERS: names.address });
});

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.kill()));
  await names.close();
});

const cameFrom = (path: string): (string | undefined)[] => [...new Set(webhooks.receiver.requests(path).map(({ from }) => from))];
const localFaults = (): number => sender.logs().filter(({ event, side }) => event === 'delivery.localFault' && side === 'proxy').length;
const behaveAll = (behaviour: Parameters<ForwardProxy['behave']>[0]): void => proxies.forEach((proxy) => proxy.behave(behaviour));

describe('three forward proxies', () => {
  // Forty receivers with random ids: once in four million runs one of the three proxies has no receiver (with twelve receivers, once in
  // forty).
  it('carry all webhooks, each receiver always with the same proxy; the proxy gets an address, and the certificate is verified against the name', async () => {
    const url = (index: number): string => `https://shop.example:${webhooks.receiver.port}/kept-${index}`;
    const accounts = await Promise.all(Array.from({ length: 40 }, (_, index) => webhooks.addReceiver(url(index))));
    const events: TrackingEvent[] = [];
    // In small groups: a proxy that takes no connection within two seconds gets a rest, and forty handshakes at once take longer on a busy machine.
    for (let first = 0; first < accounts.length; first += 4) {
      const group = accounts.slice(first, first + 4);
      events.push(...(await Promise.all(group.map((to) => webhooks.sendMany(to, 3)))).flat());
      await waitFor(() => webhooks.receiver.requests().length === events.length);
    }
    const from = accounts.map((_, index) => cameFrom(`/kept-${index}`));
    expect(from.filter((addresses) => addresses.length !== 1)).toEqual([]);
    expect(new Set(from.flat())).toEqual(new Set(OUTSIDE));
    expect(new Set(proxies.flatMap((proxy) => proxy.asked()))).toEqual(new Set([`127.0.0.1:${webhooks.receiver.port}`]));
    const [event] = events;
    expect(await webhooks.firstAttempt(event!)).toMatchObject({ outcome: 'accepted', sender_address: cameFrom('/kept-0')[0] });
  });

  it('do not weaken TLS: a certificate of an unknown CA and a wrong name are refused inside the tunnel', async () => {
    const stranger = await bed.startReceiver({ certificate: 'untrusted' });
    const misnamed = await bed.startReceiver({ names: ['other.example'] });
    const urls = [stranger.url('/'), `https://shop.example:${misnamed.port}/`];
    for (const url of urls)
      expect(await webhooks.firstAttempt(await webhooks.send(await webhooks.addReceiver(url)))).toMatchObject({ outcome: 'tls' });
    expect([...stranger.requests(), ...misnamed.requests()]).toEqual([]);
  });

  it('get no request for destinations that the guard refuses, neither a name nor a redirect', async () => {
    const inner = await webhooks.send(await webhooks.addReceiver(`https://inner.example:${webhooks.receiver.port}/`));
    webhooks.receiver.behave('/redirects', { kind: 'redirect', to: 'https://169.254.169.254/latest/meta-data', status: 307 });
    const redirected = await webhooks.send(await webhooks.addReceiver('/redirects'));
    expect(await webhooks.firstAttempt(inner)).toMatchObject({ outcome: 'guard', detail: expect.stringContaining('inner.example') });
    expect(await webhooks.firstAttempt(redirected)).toMatchObject({ outcome: 'http_status' });
    expect(proxies.flatMap((proxy) => proxy.asked()).filter((target) => /127\.0\.0\.9|169\.254/.test(target))).toEqual([]);
  });

  it('carry token requests too', async () => {
    const froms: (string | undefined)[] = [];
    const endpoint = await startHttpsServer(({ from }) => {
      froms.push(from);
      return { headers: { 'content-type': 'application/json' }, body: '{"access_token":"t","token_type":"Bearer","expires_in":3600}' };
    });
    const token = await bed.startApp('token-api');
    const account = webhooks.newAccount();
    const client = api(token.url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const auth = { type: 'oauth2', tokenUrl: endpoint.url('/token'), clientId: 'i', clientSecret: 's' };
    expect((await client.post('/receivers', { url: webhooks.receiver.url('/oauth2'), auth })).status).toBe(201);
    expect(await webhooks.firstAttempt(await webhooks.send({ account }))).toMatchObject({ outcome: 'accepted' });
    expect(froms).toEqual(cameFrom('/oauth2'));
    expect(OUTSIDE).toContain(froms[0]);
    await endpoint.close();
    await token.stop();
  });
});

describe('a receiver that no proxy can reach', () => {
  it('is charged once the proxies reach other receivers, and delays no other receiver', async () => {
    behaveAll((target) => (target === '127.0.0.1:3' ? 403 : target === '127.0.0.1:4' ? 504 : 'tunnel'));
    const [down, refused, slow, healthy] = await Promise.all(
      ['https://127.0.0.1:2/', 'https://127.0.0.1:3/', 'https://127.0.0.1:4/', webhooks.receiver.url('/healthy')].map((url) =>
        webhooks.addReceiver(url),
      ),
    );
    const events = await Promise.all([down!, refused!, slow!].map((to) => webhooks.send(to)));
    await waitFor(() => localFaults() >= 3, { what: 'doubt' });
    await webhooks.send(healthy!);
    await waitFor(() => webhooks.receiver.requests('/healthy').length === 1);
    expect(
      (await Promise.all(events.map((event) => webhooks.firstAttempt(event)))).map(({ attempt, outcome, detail }) => [
        attempt,
        outcome,
        detail,
      ]),
    ).toEqual([
      [1, 'connection', 'none of the forward proxies could connect to it (502)'],
      [1, 'proxy', 'the forward proxies refuse to go there (403): the operator can allow it'],
      [1, 'timeout', 'it took no connection from any forward proxy in time (504)'],
    ]);
    behaveAll('tunnel');
  });

  it('is not charged while the proxies reach no receiver', async () => {
    behaveAll(502);
    const before = localFaults();
    const event = await webhooks.send(await webhooks.addReceiver(`https://shop.example:${webhooks.receiver.port}/nobody`));
    await waitFor(() => localFaults() >= before + 2);
    expect(await webhooks.attemptsOf(event)).toEqual([]);
    behaveAll('tunnel');
    expect(await webhooks.firstAttempt(event)).toMatchObject({ attempt: 1, outcome: 'accepted' });
  });
});

describe('a proxy that fails', () => {
  it('fails each POST separately: a POST through it does not count against the receiver, even if another proxy has reached others since', async () => {
    const to = await webhooks.addReceiver('/between', { timeoutMs: 15_000 });
    webhooks.receiver.behave('/between', { kind: 'hang' });
    const held = await webhooks.send(to);
    await waitFor(() => webhooks.receiver.requests('/between').length === 1);
    const failing = OUTSIDE.indexOf(cameFrom('/between')[0]!);
    proxies[failing]!.behave('frozen');
    webhooks.receiver.behave('/between', { kind: 'answer' });
    const later = await webhooks.firstAttempt(await webhooks.send(to));
    expect(await webhooks.attemptsOf(held)).toEqual([]);
    await waitFor(() => webhooks.receiver.requests('/between').length === 3);
    const [, moved, again] = webhooks.receiver.requests('/between').map(({ from }) => from);
    expect(moved).not.toBe(OUTSIDE[failing]);
    expect(later).toMatchObject({ attempt: 1, outcome: 'accepted', sender_address: moved });
    expect(await webhooks.firstAttempt(held)).toMatchObject({ attempt: 1, outcome: 'accepted', sender_address: again });
    proxies[failing]!.behave('tunnel');
  });

  it('is replaced by another proxy when it is killed, is frozen, or no longer accepts the password; no attempt is charged', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 9 }, (_, index) => webhooks.addReceiver(`/moved-${index}`, { timeoutMs: 15_000 })),
    );
    const closing = [0, 1, 2, 3, 4, 5].map((index) => `/moved-${index}`); // A new tunnel for each POST; the other tunnels are kept alive.
    closing.forEach((path) => webhooks.receiver.behave(path, { kind: 'answer', headers: { connection: 'close' } }));
    const sendAll = (): Promise<TrackingEvent[]> => Promise.all(accounts.map((to) => webhooks.send(to)));
    const arrived = (count: number): Promise<unknown> =>
      eventually(() =>
        accounts.forEach((_, index) => expect(webhooks.receiver.requests(`/moved-${index}`).length).toBeGreaterThanOrEqual(count)),
      );
    const events = await sendAll();
    await arrived(1);
    proxies[0]!.behave(407);
    await proxies[1]!.kill();
    events.push(...(await sendAll()));
    await arrived(2);
    expect(closing.map((path) => webhooks.receiver.requests(path).at(-1)?.from)).toEqual(closing.map(() => OUTSIDE[2]));

    proxies[0]!.behave('tunnel');
    proxies[2]!.behave('frozen');
    events.push(...(await sendAll()));
    await arrived(3);
    const outcomes = await Promise.all(events.map((event) => webhooks.firstAttempt(event)));
    expect(outcomes.filter(({ attempt, outcome }) => attempt !== 1 || outcome !== 'accepted')).toEqual([]);
    proxies[2]!.behave('tunnel');
  });

  it('holds all webhooks if all other proxies fail too, until one is back; no attempt is charged', async () => {
    await Promise.all([proxies[0]!.kill(), proxies[2]!.kill()]);
    const before = localFaults();
    const event = await webhooks.send(await webhooks.addReceiver('/waits'));
    const switchedOff = await webhooks.addReceiver('/switched-off');
    const unwanted = await webhooks.send(switchedOff);
    await waitFor(() => localFaults() >= before + 2);
    await bed.database.query('UPDATE receiver SET enabled = false WHERE account_id = $1', [switchedOff.account]);
    const unwantedIs = async (): Promise<unknown> =>
      (await bed.database.query<{ status: string }>('SELECT status FROM delivery WHERE eventid = $1', [unwanted.payload.eventid]))[0]
        ?.status;
    await waitFor(async () => (await unwantedIs()) === 'cancelled', { what: 'the end of the unwanted delivery' });
    expect(await sender.metric('delivery_local_faults_total', { side: 'proxy' })).toBeGreaterThan(0);
    proxies[1] = await startProxy(1, proxies[1]!.port);
    expect(await webhooks.firstAttempt(event)).toMatchObject({ attempt: 1, outcome: 'accepted', sender_address: OUTSIDE[1] });
    expect(webhooks.receiver.requests('/switched-off')).toEqual([]);
    const written = JSON.stringify(sender.logs());
    expect([written.includes(PASSWORD), written.includes(encodeURIComponent(PASSWORD))]).toEqual([false, false]);
  });
});
