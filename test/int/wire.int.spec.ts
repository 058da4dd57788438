import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { runHostedCommand } from '../support/command.js';
import { identityFor, receiverCaFile } from '../support/receiver.js';
import { useSenderBed } from '../support/sender-bed.js';
import { type TestBed, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const bed = useTestBed({ env: { SENDER_ADDRESSES: ADDRESSES.join(',') } });
const webhooks = useSenderBed(bed);

beforeAll(async () => {
  await bed.startApp('webhook-sender');
});

const publish = (to: TestBed, events: readonly TrackingEvent[]): Promise<void> => to.publish('events', events.map(eventMessage));

describe('sender addresses', () => {
  // Forty receivers with random ids: once in four million runs one of the three addresses has no receiver.
  it('are the only source of webhooks, and each receiver always gets them from the same address', async () => {
    const known = await Promise.all(Array.from({ length: 40 }, (_, index) => webhooks.addReceiver(`/address-${index}`)));
    await Promise.all(known.map((to) => webhooks.sendMany(to, 3)));
    await waitFor(() => webhooks.receiver.requests().length === 120);
    const from = known.map((_, index) => [...new Set(webhooks.receiver.requests(`/address-${index}`).map((request) => request.from))]);
    expect(from.filter((addresses) => addresses.length !== 1)).toEqual([]);
    expect(new Set(from.flat())).toEqual(new Set(ADDRESSES));
    const logged = await waitFor(
      async () => {
        const rows = await bed.database.query<{ address: string }>('SELECT sender_address AS address FROM delivery_attempt');
        return rows.length === 120 ? rows : undefined;
      },
      { what: 'all attempts in the log' },
    );
    const addresses = new Set(logged.map(({ address }) => address));
    expect([...addresses].toSorted((a, b) => a.localeCompare(b))).toEqual(ADDRESSES);
  });

  it('are published for firewalls, without a token', async () => {
    const api = await bed.startApp('token-api');
    const answer = await fetch(`${api.url}/sender-addresses`);
    expect([answer.status, await answer.json()]).toEqual([200, { addresses: ADDRESSES }]);
    await api.stop();
  });
});

/** The first connection to a server carries no request. */
const PROBE = 1;

describe('connections', () => {
  it('are reused: there are far fewer connections than requests', async () => {
    const reusing = await bed.startReceiver();
    const to = await webhooks.addReceiver(reusing.url('/'));
    await webhooks.sendMany(to, 500);
    await waitFor(() => reusing.requests().length === 500);
    expect(reusing.connections()).toBeLessThanOrEqual(PROBE + 32);
  });

  it('are reused by the next POST: sequential POSTs all use the same connection', async () => {
    const reusing = await bed.startReceiver();
    const first = trackingEvent(await webhooks.addReceiver(reusing.url('/')));
    const others = Array.from({ length: 50 }, () => trackingEvent({ account: first.account, consignmentId: first.consignmentId }));
    await webhooks.publish(first, ...others);
    await waitFor(() => reusing.requests().length === 51);
    expect(reusing.connections()).toBe(PROBE + 1);
  });
});

describe('a connection that is never opened', () => {
  const taken: Socket[] = [];
  let link: Server;

  beforeAll(async () => {
    // The first connection leads nowhere, the others lead to the receiver.
    link = createServer((socket) => {
      if (taken.push(socket.on('error', () => undefined)) === 1) return;
      const onward = connect(webhooks.receiver.port, '127.0.0.1').on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    taken.forEach((socket) => socket.destroy());
    link.close();
  });

  it('delays no other connection to the same receiver', async () => {
    const url = `https://127.0.0.1:${(link.address() as AddressInfo).port}/second`;
    const to = await webhooks.addReceiver(url, { timeoutMs: 600_000 }); // Longer than `waitFor` waits.
    await webhooks.send(to);
    await waitFor(() => taken.length === 1, { what: 'the connection that leads nowhere' });
    await webhooks.send(to);
    await waitFor(() => webhooks.receiver.requests('/second').length === 1, { what: 'the other POST' });
  });
});

describe('a receiver that speaks HTTP/2 too', () => {
  /** Path, version and negotiated protocol (ALPN; false = the client offered none) of each request. */
  const seen: [path: string, version: string, alpn: string | false | null][] = [];
  let server: Http2SecureServer;
  let origin: string;

  beforeAll(async () => {
    server = createSecureServer({ ...(await identityFor({})), allowHTTP1: true }, (request, response) => {
      const { alpnProtocol } = (request.stream?.session?.socket ?? request.socket) as TLSSocket;
      seen.push([request.url, request.httpVersion, alpnProtocol]);
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/token' ? '{"access_token":"a-token","token_type":"Bearer","expires_in":3600}' : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => void server.close());

  const seenAt = async (path: string): Promise<unknown[]> => {
    await waitFor(() => seen.some(([at]) => at === path), { what: `a request to ${path}` });
    return seen.find(([at]) => at === path)!.slice(1);
  };

  it('gets its webhooks over HTTP/1.1', async () => {
    await webhooks.send(await webhooks.addReceiver(`${origin}/webhook`));
    expect(await seenAt('/webhook')).toEqual(['1.1', 'http/1.1']);
  });

  it('gets token requests over HTTP/1.1, and the webhooks after them', async () => {
    const { url, stop } = await bed.startApp('token-api');
    const account = webhooks.newAccount();
    const client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const auth = { type: 'oauth2', tokenUrl: `${origin}/token`, clientId: 'id', clientSecret: 'the secret' };
    expect((await client.post('/receivers', { url: `${origin}/with-token`, auth })).status).toBe(201);
    await webhooks.send({ account });
    expect(await seenAt('/with-token')).toEqual(['1.1', 'http/1.1']);
    expect(await seenAt('/token')).toEqual(['1.1', false]);
    await stop();
  });

  it('is verified over HTTP/1.1', async () => {
    await runHostedCommand(['receiver:verify', `${origin}/verified`, '--ca', await receiverCaFile()], {});
    expect(await seenAt('/verified')).toEqual(['1.1', 'http/1.1']);
  });
});

describe('an answer without content', () => {
  it('is complete with its head, whatever length the head states', async () => {
    webhooks.receiver.behave('/no-content', { kind: 'answer', status: 204, headers: { 'content-length': '2' } });
    const event = await webhooks.send(await webhooks.addReceiver('/no-content'));
    expect(await webhooks.untilAttempts(event, 1)).toMatchObject([{ outcome: 'accepted' }]);
  });
});

describe('the guard', () => {
  it('follows no redirect to an inner address', async () => {
    const trap = await bed.startReceiver();
    webhooks.receiver.behave('/redirects', { kind: 'redirect', to: trap.url('/inner'), status: 307 });
    const event = await webhooks.send(await webhooks.addReceiver('/redirects'));
    expect(await webhooks.firstAttempt(event)).toMatchObject({ outcome: 'http_status' });
    expect(trap.requests()).toHaveLength(0);
  });
});

describe('without an allow-list', () => {
  const strict = useTestBed({ env: { RECEIVER_ALLOWED_CIDRS: '' } });

  it('a name is judged by its addresses, at the connection', async () => {
    const inner = await strict.startReceiver();
    await insertReceiver(strict.database, { account: 1, url: `https://localhost:${inner.port}/` });
    await strict.startApp('webhook-sender');
    await publish(strict, [trackingEvent({ account: 1 })]);
    const [attempt] = await waitFor(async () => {
      const rows = await strict.database.query<{ outcome: string; detail: string }>('SELECT outcome, detail FROM delivery_attempt');
      return rows.length > 0 ? rows : undefined;
    });
    expect(attempt).toMatchObject({ outcome: 'guard', detail: expect.stringContaining('no public address') });
    expect(attempt?.detail).not.toMatch(/127|::1/); // Customers read this text, and the targets of inner names are none of their business.
    expect(inner.connections()).toBe(0);
  });
});

describe('a sender address that this machine does not have', () => {
  const misplaced = useTestBed();

  it('is a local fault: no attempt is charged, and the event arrives once the address is corrected', async () => {
    const patient = await misplaced.startReceiver();
    await insertReceiver(misplaced.database, { account: 1, url: patient.url('/') });
    const broken = await misplaced.startApp('webhook-sender', { SENDER_ADDRESSES: '192.0.2.1' });
    await publish(misplaced, [trackingEvent({ account: 1 })]);
    await waitFor(() => broken.logs().some(({ event }) => event === 'delivery.localFault'));
    await broken.stop();
    // As behind a gateway that owns the address: published, and no socket is bound to it.
    await misplaced.startApp('webhook-sender', { SENDER_ADDRESSES: '192.0.2.1', SENDER_ADDRESSES_BOUND: 'false' });
    await waitFor(() => patient.requests().length === 1);
    const attempts = await waitFor(async () => {
      const rows = await misplaced.database.query<{ attempt: number; outcome: string }>('SELECT attempt, outcome FROM delivery_attempt');
      return rows.length > 0 ? rows : undefined;
    });
    expect(attempts).toEqual([{ attempt: 1, outcome: 'accepted' }]);
  });
});
