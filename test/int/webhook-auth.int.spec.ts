import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { CloudEvent, HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { ConnectionFaultListener } from '../../apps/webhook-sender/src/http/connection-fault.js';
import { Connections } from '../../apps/webhook-sender/src/http/connections.client.js';
import { OAuth2TokenClient } from '../../apps/webhook-sender/src/oauth2/oauth2-token.client.js';
import { CLOCK, CONFIG, Secret, systemClock } from '#libs/config';
import { EGRESS_PROVIDERS, SenderAddressListener } from '#libs/egress';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { type Call, type HttpsServer, type Reply, startHttpsServer } from '../support/https-server.js';
import type { ReceivedRequest } from '../support/receiver.js';
import { type AttemptRow, useSenderBed } from '../support/sender-bed.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { startTokenEndpoint, type TokenEndpoint } from '../support/token-endpoint.js';
import { waitFor } from '../support/wait-for.js';

const SENDERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
/** Every secret in this file contains this word, so that one search finds any secret in a wrong place. */
const PLANTED = 'planted';
const PASSWORD = `${PLANTED}/pässwörd:1`;
const API_KEY = `${PLANTED}-key-1`;
const SECOND_KEY = `${PLANTED}-key-2 with a blank`;
const CLIENT_SECRET = `${PLANTED}:s/+=&% secret`;

/** Sixteen attempts take longer than a machine may stall, so every correction by a test comes in time. */
const RETRY_DELAY_MS = '1000';
const bed = useTestBed({ env: { RETRY_DELAY_MS, SENDER_ADDRESSES: SENDERS.join(',') } });
const servers: { close: () => Promise<void> }[] = [];
const webhooks = useSenderBed(bed);
let endpoint: TokenEndpoint;
let apps: App[];
let apiUrl = '';
let accounts = 0;

const CLIENTS = [
  { clientId: 'shop:1 a+b', clientSecret: CLIENT_SECRET, scope: 'webhooks' },
  { clientId: 'refreshing', clientSecret: CLIENT_SECRET },
  { clientId: 'crowded', clientSecret: CLIENT_SECRET },
  { clientId: 'rejected', clientSecret: CLIENT_SECRET },
  { clientId: 'corrected', clientSecret: CLIENT_SECRET },
  { clientId: 'long', clientSecret: CLIENT_SECRET, lifetimeSeconds: 3600 },
  { clientId: 'short', clientSecret: CLIENT_SECRET, lifetimeSeconds: 30 },
];

beforeAll(async () => {
  endpoint = await startTokenEndpoint(CLIENTS);
  servers.push(endpoint);
  apps = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
  apiUrl = apps[0]!.url;
});

afterAll(() => Promise.all(servers.map((server) => server.close())));

const story = useStories();

interface Shop {
  readonly account: number;
  readonly receiverId: string;
  readonly client: AxiosInstance;
  readonly created: { auth: unknown; signing: { secret: string } };
}

/** Creates a new account with one receiver, as its customer does. */
async function shop(url: string, fields: object = {}): Promise<Shop> {
  const account = ++accounts;
  const client = api(apiUrl, await bed.createAccountAndToken({ user: account, scope: 'write' }));
  const { status, data } = await client.post<Shop['created'] & { receiverId: string }>('/receivers', { url, timeoutMs: 60_000, ...fields });
  expect([status, data]).toEqual([201, expect.anything()]);
  return { account, receiverId: data.receiverId, client, created: data };
}

const oauth2 = (clientId: string, more: object = {}): object => ({
  auth: { type: 'oauth2', tokenUrl: endpoint.tokenUrl, clientId, clientSecret: CLIENT_SECRET, ...more },
});

/** Starts a receiver that accepts every token of the certified server. */
async function startTokenReceiver(): Promise<HttpsServer> {
  return plainServer(async ({ headers }) => ({ status: (await endpoint.accepts(headers.authorization)) ? 200 : 401 }));
}

async function plainServer(answer: (call: Call) => Reply | Promise<Reply>): Promise<HttpsServer> {
  const server = await startHttpsServer(answer);
  servers.push(server);
  return server;
}

async function deliver(to: Shop): Promise<AttemptRow> {
  const event = await webhooks.send(to);
  await webhooks.untilStatus(event, 'delivered');
  const attempts = await webhooks.attemptsOf(event);
  expect(attempts).toHaveLength(1);
  return attempts[0]!;
}

const faultsOf = ({ data }: AxiosResponse): unknown =>
  (data as { errors: { code: string; attr: string | null }[] }).errors.map(({ code, attr }) => `${attr}:${code}`);

describe('auth of a receiver, through the API', () => {
  const TOKEN_URL = 'https://127.0.0.1:1/token';

  story.each([
    [{ type: 'none' }, { type: 'none' }],
    [
      { type: 'basic', username: 'shöp', password: PASSWORD },
      { type: 'basic', username: 'shöp' },
    ],
    [
      { type: 'headers', headers: { 'X-Api-Key': API_KEY, 'X-Second': SECOND_KEY } },
      { type: 'headers', headerNames: ['X-Api-Key', 'X-Second'] },
    ],
    [
      { type: 'oauth2', tokenUrl: TOKEN_URL, clientId: 'i', clientSecret: CLIENT_SECRET },
      { type: 'oauth2', tokenUrl: TOKEN_URL, clientId: 'i' },
    ],
    [
      { type: 'oauth2', tokenUrl: TOKEN_URL, clientId: 'i', clientSecret: CLIENT_SECRET, scope: 'a b' },
      { type: 'oauth2', tokenUrl: TOKEN_URL, clientId: 'i', scope: 'a b' },
    ],
  ])('accepts %j and shows none of its secrets', async (auth, shown) => {
    const { client, receiverId, created } = await shop(webhooks.receiver.url('/shown'), { auth });
    expect(created.auth).toEqual(shown);
    const answers = await Promise.all([
      client.get<{ auth: unknown }>(`/receivers/${receiverId}`),
      client.patch<{ auth: unknown }>(`/receivers/${receiverId}`, { timeoutMs: 1000 }),
    ]);
    expect(answers.map(({ data }) => data.auth)).toEqual([shown, shown]);
    expect(JSON.stringify((await client.get('/receivers')).data)).not.toContain(PLANTED);
  });

  story('is replaced as a whole by PATCH', async () => {
    const { client, receiverId } = await shop(webhooks.receiver.url('/whole'), {
      auth: { type: 'basic', username: 'u', password: PASSWORD },
    });
    const half = await client.patch(`/receivers/${receiverId}`, { auth: { type: 'basic', username: 'v' } });
    expect([half.status, faultsOf(half)]).toEqual([400, ['auth.password:required']]);
    const changed = await client.patch<{ auth: unknown }>(`/receivers/${receiverId}`, {
      auth: { type: 'headers', headers: { 'X-K': API_KEY } },
    });
    expect(changed.data.auth).toEqual({ type: 'headers', headerNames: ['X-K'] });
    const rows = await bed.database.query<{ auth: object }>('SELECT auth FROM receiver WHERE receiver_id = $1', [receiverId]);
    expect(rows[0]?.auth).toEqual({ type: 'headers', headerNames: ['X-K'], sealed: expect.any(String) });
  });

  story('names every fault, and repeats no secret in it', async () => {
    const { client } = await shop(webhooks.receiver.url('/faults'));
    const post = (auth: unknown): Promise<AxiosResponse> => client.post('/receivers', { url: webhooks.receiver.url('/'), auth });
    const answers = await Promise.all([
      post({ type: 'basic', username: 'a:b', password: `${PLANTED}\u0007` }),
      post({ type: 'headers', headers: { Host: PLANTED, 'webhook-id': PLANTED, 'X-A': `${PLANTED}\r\nX: y` } }),
      post({ type: 'oauth2', tokenUrl: 'https://10.0.0.1/token', clientId: 'i', clientSecret: CLIENT_SECRET }),
      post({ type: 'oauth2', tokenUrl: 'http://127.0.0.1/token', clientId: 'i', clientSecret: `${PLANTED}ü` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers.map(faultsOf)).toEqual([
      ['auth.username:invalid', 'auth.password:invalid'],
      ['auth.headers.Host:invalid', 'auth.headers.webhook-id:invalid', 'auth.headers.X-A:invalid'],
      ['auth.tokenUrl:invalid'],
      ['auth.tokenUrl:invalid', 'auth.clientSecret:invalid'],
    ]);
    expect(JSON.stringify(answers.map(({ data }) => data as unknown))).not.toContain(PLANTED);
  });
});

describe('a webhook', () => {
  story('carries Basic credentials without a challenge, in UTF-8', async () => {
    const to = await shop(webhooks.receiver.url('/basic'), { auth: { type: 'basic', username: 'shöp', password: PASSWORD } });
    await deliver(to);
    const requests = webhooks.receiver.requests('/basic');
    expect(requests).toHaveLength(1);
    const [scheme, credentials] = (requests[0]?.headers.authorization ?? '').split(' ');
    expect([scheme, Buffer.from(credentials ?? '', 'base64').toString('utf8')]).toEqual(['Basic', `shöp:${PASSWORD}`]);
  });

  story('carries several headers unchanged', async () => {
    await deliver(
      await shop(webhooks.receiver.url('/headers'), {
        auth: { type: 'headers', headers: { 'X-Api-Key': API_KEY, Authorization: SECOND_KEY } },
      }),
    );
    expect(webhooks.receiver.requests('/headers')[0]?.headers).toMatchObject({ 'x-api-key': API_KEY, authorization: SECOND_KEY });
  });

  story('carries a token of a certified OpenID Connect server; twenty webhooks at once request one token', async () => {
    const guarded = await startTokenReceiver();
    const to = await shop(guarded.url('/'), oauth2('shop:1 a+b', { scope: 'webhooks' }));
    const events = Array.from({ length: 20 }, () => trackingEvent({ account: to.account }));
    await webhooks.publish(...events);
    for (const event of events) await webhooks.untilStatus(event, 'delivered');
    expect(guarded.calls).toHaveLength(20);
    const [request, ...others] = endpoint.issued('shop:1 a+b');
    expect(others).toEqual([]);
    expect(SENDERS).toContain(request?.from);
    expect(new Set(guarded.calls.map(({ from }) => from))).toEqual(new Set([request?.from]));
    expect((await webhooks.attemptsOf(events[0]!))[0]).toMatchObject({ outcome: 'accepted', detail: null, sender_address: request?.from });
  });

  // oauth2-tokens.spec.ts tests with a clock of its own how long a token is used.
  story('carries the same token again while it is valid for more than a minute', async () => {
    const guarded = await startTokenReceiver();
    const to = await shop(guarded.url('/'), oauth2('long'));
    for (let n = 0; n < 3; n++) await deliver(to);
    expect(endpoint.issued('long')).toHaveLength(1);
    expect(new Set(guarded.calls.map(({ headers }) => headers.authorization)).size).toBe(1);
  });

  story('never carries a token twice that expires within a minute', async () => {
    const guarded = await startTokenReceiver();
    const to = await shop(guarded.url('/'), oauth2('short'));
    await deliver(to);
    await deliver(to);
    expect(endpoint.issued('short')).toHaveLength(2);
    expect(new Set(guarded.calls.map(({ headers }) => headers.authorization)).size).toBe(2);
  });
});

describe('a receiver that answers 401 to a token', () => {
  story('gets one more POST with a fresh token in the same attempt, and the attempt’s only row says so', async () => {
    const guarded = await startTokenReceiver();
    const to = await shop(guarded.url('/'), oauth2('refreshing'));
    await deliver(to);
    await endpoint.revoke(guarded.calls[0]?.headers.authorization);
    const attempt = await deliver(to);
    expect(attempt).toMatchObject({ outcome: 'accepted', http_status: 200, detail: expect.stringContaining('second') });
    expect(guarded.calls).toHaveLength(3);
    expect(endpoint.issued('refreshing')).toHaveLength(2);
    expect(guarded.calls[2]?.body).toBe(guarded.calls[1]?.body);
    expect(guarded.calls[2]?.headers['webhook-signature']).toBe(guarded.calls[1]?.headers['webhook-signature']);
  });

  story('causes one request for a fresh token, even for ten attempts at once', async () => {
    const guarded = await startTokenReceiver();
    const to = await shop(guarded.url('/'), oauth2('crowded'));
    // A queue begins with two POSTs at once and widens with every answer.
    for (let n = 0; n < 4; n++) await deliver(to);
    await endpoint.revoke(guarded.calls[0]?.headers.authorization);
    const events = Array.from({ length: 10 }, () => trackingEvent({ account: to.account }));
    await webhooks.publish(...events);
    for (const event of events) await webhooks.untilStatus(event, 'delivered');
    expect((await Promise.all(events.map((event) => webhooks.attemptsOf(event)))).map(({ length }) => length)).toEqual(events.map(() => 1));
    expect(endpoint.issued('crowded')).toHaveLength(2);
  });

  story('fails the attempt with 401 if it answers 401 to the second POST too', async () => {
    const closed = await plainServer(() => ({ status: 401, body: 'no' }));
    const to = await shop(closed.url('/'), oauth2('rejected'));
    const event = await webhooks.send(to);
    await webhooks.untilAttempts(event, 2);
    expect((await webhooks.attemptsOf(event))[0]).toMatchObject({ outcome: 'http_status', http_status: 401, answer: 'no' });
    expect(closed.calls.length).toBeGreaterThanOrEqual(4);
    expect(new Set(closed.calls.slice(0, 4).map(({ headers }) => headers.authorization)).size).toBe(3);
  });

  story('fails the attempt if no fresh token can be had; the attempt has the receiver’s answer', async () => {
    let answered = 0;
    // The token expires so soon that no retry uses it: a retry may come before the calls are counted.
    const only = tokenReply('only-one', { expires_in: 60 });
    const once = await plainServer(() => (answered++ === 0 ? only : { status: 503 }));
    const closed = await plainServer(() => ({ status: 401, body: 'no' }));
    const event = await webhooks.send(await shop(closed.url('/'), oauth2('i', { tokenUrl: once.url('/token') })));
    await webhooks.untilAttempts(event, 1);
    expect((await webhooks.attemptsOf(event))[0]).toMatchObject({
      outcome: 'auth',
      http_status: 401,
      answer: 'no',
      detail: expect.stringContaining('503'),
    });
    expect(closed.calls).toHaveLength(1);
  });
});

function tokenReply(name: string, fields: object = {}): Reply {
  const token = `${PLANTED}-token-${name}`;
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600, ...fields }),
  };
}

describe('a token endpoint', () => {
  story('that does not know the secret causes attempts of class auth until it is corrected, then the delivery arrives', async () => {
    const guarded = await startTokenReceiver();
    const to = await shop(guarded.url('/'), oauth2('corrected', { clientSecret: `${PLANTED}-wrong` }));
    const event = await webhooks.send(to);
    await webhooks.untilAttempts(event, 2);
    const [first] = await webhooks.attemptsOf(event);
    expect(first).toMatchObject({
      outcome: 'auth',
      http_status: null,
      detail: 'the token endpoint answered 401 invalid_client: client authentication failed',
    });
    expect(guarded.calls).toHaveLength(0);
    await to.client.patch(`/receivers/${to.receiverId}`, oauth2('corrected'));
    await webhooks.untilStatus(event, 'delivered');
    expect(guarded.calls).toHaveLength(1);
  });

  story('that accepts id and secret only in the body is detected once', async () => {
    const bodyOnly = await plainServer(({ body }) => {
      const form = new URLSearchParams(body);
      if (form.get('client_secret') !== CLIENT_SECRET) return { status: 401, body: '{"error":"invalid_client"}' };
      return form.get('client_id') === 'in body' ? tokenReply('short', { expires_in: 1 }) : { status: 400 };
    });
    const to = await shop(webhooks.receiver.url('/body-only'), oauth2('in body', { tokenUrl: bodyOnly.url('/token') }));
    await deliver(to);
    await deliver(to);
    expect(bodyOnly.calls.map(({ headers }) => headers.authorization !== undefined)).toEqual([true, false, false]);
  });

  story.each([
    ['answers 500', { kind: 'answer', status: 500, body: PLANTED }, /answered 500$/],
    ['answers no JSON', { kind: 'answer', status: 200, body: '<html>' }, /without a usable access_token/],
    ['redirects', { kind: 'redirect', to: 'https://127.0.0.1:1/' }, /answered 302, and redirects are not followed/],
    ['hangs', { kind: 'hang' }, /did not answer completely within the time-out of 500 ms$/],
    ['drips', { kind: 'drip', everyMs: 50 }, /did not answer completely within the time-out of 500 ms$/],
    [
      'refuses with status 200',
      { kind: 'answer', body: '{"error":"invalid_scope","error_description":"no"}' },
      /answered 200 invalid_scope: no$/,
    ],
    ['floods', { kind: 'huge', bytes: 1024 ** 3 }, /could not be asked/],
    ['closes the socket', { kind: 'close' }, /could not be asked \(connection\)/],
  ] as const)(
    'that %s causes a failed attempt of class auth, which is retried; nothing is sent without a token',
    async (name, behaviour, detail) => {
      const path = `/token-${name.replaceAll(' ', '-')}`;
      webhooks.receiver.behave(path, behaviour);
      const isSlow = behaviour.kind === 'hang' || behaviour.kind === 'drip';
      const options = { ...oauth2('i', { tokenUrl: webhooks.receiver.url(path) }), ...(isSlow && { timeoutMs: 500 }) };
      const to = await shop(webhooks.receiver.url(`${path}-hook`), options);
      const event = await webhooks.send(to);
      await webhooks.untilAttempts(event, 2);
      expect((await webhooks.attemptsOf(event))[0]).toMatchObject({
        outcome: 'auth',
        http_status: null,
        detail: expect.stringMatching(detail),
      });
      expect(webhooks.receiver.requests(`${path}-hook`)).toHaveLength(0);
      webhooks.receiver.behave(path, { kind: 'answer', ...tokenReply('late') });
      await webhooks.untilStatus(event, 'delivered');
      expect(webhooks.receiver.requests(`${path}-hook`)[0]?.headers.authorization).toBe(`Bearer ${PLANTED}-token-late`);
    },
  );

  story('that is down or has an unknown CA fails the attempt', async () => {
    const stranger = await bed.startReceiver({ certificate: 'untrusted' });
    const urls = ['https://127.0.0.1:1/token', stranger.url('/token'), 'https://no-such-host.invalid/token'];
    const events = await Promise.all(
      urls.map(async (tokenUrl) => webhooks.send(await shop(webhooks.receiver.url('/unreached'), oauth2('i', { tokenUrl })))),
    );
    for (const event of events) await webhooks.untilAttempts(event, 1);
    const details = (await Promise.all(events.map((event) => webhooks.attemptsOf(event)))).map(([first]) => [
      first?.outcome,
      first?.detail,
    ]);
    expect(details).toEqual([
      ['auth', expect.stringContaining('(connection)')],
      ['auth', expect.stringContaining('(tls)')],
      ['auth', expect.stringContaining('(dns)')],
    ]);
    expect(webhooks.receiver.requests('/unreached')).toHaveLength(0);
    expect(stranger.requests()).toHaveLength(0);
  });

  story('at a private address gets no request, even if the row is older than the rule', async () => {
    const to = await shop(webhooks.receiver.url('/private'), oauth2('i'));
    await bed.database.query(
      `UPDATE receiver SET auth = jsonb_set(auth, '{tokenUrl}', '"https://169.254.169.254/token"') WHERE receiver_id = $1`,
      [to.receiverId],
    );
    const event = await webhooks.send(to);
    await webhooks.untilAttempts(event, 1);
    expect((await webhooks.attemptsOf(event))[0]).toMatchObject({ outcome: 'auth', detail: expect.stringContaining('169.254.169.254') });
  });

  story('is checked after DNS too: a name that leads to a refused address gets no connection', async () => {
    const never = await plainServer(() => tokenReply('never'));
    const config = {
      allowedRanges: [],
      extraCa: readFileSync(bed.env['EXTRA_CA_FILE']!, 'utf8'),
      senderAddresses: [],
      egressProxies: [],
      areSenderAddressesBound: false,
      dnsServers: [],
      maxInFlightPerReceiver: 1,
    };
    const providers = [
      Connections,
      OAuth2TokenClient,
      ...EGRESS_PROVIDERS,
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: systemClock },
      { provide: SenderAddressListener, useValue: {} },
      { provide: ConnectionFaultListener, useValue: {} },
    ];
    const sender = await NestFactory.createApplicationContext({ module: class {}, providers }, { logger: false });
    const client = {
      type: 'oauth2',
      version: '1',
      tokenUrl: never.url('/token').replace('127.0.0.1', 'localhost'),
      clientId: 'i',
      clientSecret: new Secret(CLIENT_SECRET),
      scope: undefined,
    } as const;
    const reply = await sender
      .get(OAuth2TokenClient)
      .ask({ receiverId: 'r', client, placement: 'header' }, { timeoutMs: 60_000, signal: AbortSignal.timeout(60_000) });
    await sender.close();
    expect(reply).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/\(guard\): localhost leads to what is no public address: [^\d]*$/),
    });
    expect(never.calls).toHaveLength(0);
  });

  story('that hangs leaves its receiver one permit, like a receiver that hangs', async () => {
    webhooks.receiver.behave('/token-stuck', { kind: 'hang' });
    const to = await shop(webhooks.receiver.url('/stuck'), {
      ...oauth2('i', { tokenUrl: webhooks.receiver.url('/token-stuck') }),
      timeoutMs: 300,
    });
    await webhooks.publish(...Array.from({ length: 20 }, () => trackingEvent({ account: to.account })));
    const hasOpened = (): boolean =>
      apps[1]!.logs().some(({ event, receiverId }) => event === 'receiver.circuitOpened' && receiverId === to.receiverId);
    await waitFor(hasOpened, { what: 'the open circuit' });
    await to.client.delete(`/receivers/${to.receiverId}`);
  });
});

describe('the official parsers', () => {
  story('of CloudEvents read the webhooks', async () => {
    const to = await shop(webhooks.receiver.url('/cloud'), { format: 'cloudevents' });
    const event = await webhooks.send(to);
    await webhooks.untilStatus(event, 'delivered');
    const [request] = webhooks.receiver.requests('/cloud');
    // The SDK recognises the structured form by its own media type; the service sends application/json, as the specification says.
    const headers = { ...request?.headers, 'content-type': 'application/cloudevents+json' };
    const read = HTTP.toEvent({ headers, body: request?.body.toString() }) as CloudEvent<Record<string, unknown>>;
    expect(read.validate()).toBe(true);
    expect([read.id, read.specversion, read.type]).toEqual([
      event.payload.eventid,
      '1.0',
      'com.parcel-events.tracking.event.onoutfordelivery',
    ]);
    expect(read.data).toEqual({ references: event.payload.references, data: event.payload.data, reporting: event.payload.reporting });
  });

  story.each([['plain'], ['cloudevents']] as const)(
    'of Standard Webhooks verify all 16 attempts of a %s body: the bytes are the same, signatures differ only by their time',
    async (format) => {
      const path = `/signed-${format}`;
      webhooks.receiver.behave(path, { kind: 'answer', status: 500 });
      const to = await shop(webhooks.receiver.url(path), { format });
      const event = await webhooks.send(to);
      await webhooks.untilStatus(event, 'exhausted');
      const requests = webhooks.receiver.requests(path);
      expect(requests).toHaveLength(16);
      expect(new Set(requests.map(({ body }) => body.toString('hex'))).size).toBe(1);

      const webhook = new Webhook(to.created.signing.secret);
      const bodies = requests.map((request) => webhook.verify(request.body, signatureHeaders(request)));
      expect(bodies[0]).toMatchObject(format === 'plain' ? { eventid: event.payload.eventid } : { id: event.payload.eventid });
      expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.payload.eventid]));
      const pairs = requests.map(({ headers }) => `${String(headers['webhook-timestamp'])} ${String(headers['webhook-signature'])}`);
      const times = new Set(pairs.map((pair) => pair.split(' ')[0]));
      expect(times.size).toBeGreaterThan(1);
      expect(new Set(pairs).size).toBe(times.size);

      const tampered = Buffer.from(String(requests[0]?.body).replace('Delivery', 'Delivered'));
      expect(() => webhook.verify(tampered, signatureHeaders(requests[0]!))).toThrow('signature');
    },
  );
});

const signatureHeaders = ({ headers }: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]));

describe('secrets', () => {
  story('that a receiver repeats in its answer are masked', async () => {
    const echo = await plainServer(({ headers }) => ({ status: 200, body: `You sent ${JSON.stringify(headers)}` }));
    const auths = [
      { type: 'basic', username: 'u', password: PASSWORD },
      { type: 'headers', headers: { 'X-Api-Key': API_KEY, 'X-Second': SECOND_KEY } },
      { type: 'oauth2', tokenUrl: (await plainServer(() => tokenReply('echoed'))).url('/'), clientId: 'i', clientSecret: CLIENT_SECRET },
    ];
    for (const auth of auths) {
      const { answer } = await deliver(await shop(echo.url('/'), { auth }));
      expect(answer).toContain('[secret]');
      expect(answer).not.toContain(PLANTED);
    }
  });

  story('that have been replaced since are masked too', async () => {
    let [issued, first] = [0, ''];
    const tokenUrl = (await plainServer(() => tokenReply(`nr-${++issued}`))).url('/');
    const echo = await plainServer(({ headers }) => {
      first ||= String(headers.authorization);
      return { status: issued === 1 ? 401 : 200, body: `first you sent ${first}, as base64 ${Buffer.from(first).toString('base64')}` };
    });
    const { answer } = await deliver(
      await shop(echo.url('/'), { auth: { type: 'oauth2', tokenUrl, clientId: 'i', clientSecret: CLIENT_SECRET } }),
    );
    expect(issued).toBe(2);
    expect(answer).toMatch(/^first you sent Bearer \[secret\], as base64 \S{0,12}\[secret\]\S{0,4}$/);
  });

  // Runs last: it searches everything that the other tests have left.
  it('appear in no log, no table, no topic and no answer of the API', async () => {
    const basic = Buffer.from(`u:${PASSWORD}`).toString('base64');
    const hidden = [PLANTED, basic, encodeURIComponent(PASSWORD)];
    const places = [
      ...apps.map((app) => ({ name: `log of ${app.name}`, text: app.lastLines(Infinity).join('\n') })),
      ...(await tables()),
      ...(await topics()),
    ];
    for (const { name, text } of places) {
      expect({ name, found: hidden.filter((secret) => text.includes(secret)) }).toEqual({ name, found: [] });
    }
    expect(places.find(({ name }) => name === 'table delivery_attempt')?.text).toContain('auth');
    expect(places[1]?.text).toContain('receiver.tokenRequested');
  });
});

async function tables(): Promise<{ name: string; text: string }[]> {
  const names = await bed.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return Promise.all(
    names.map(async ({ name }) => {
      const rows = await bed.database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
      return { name: `table ${name}`, text: rows.map(({ row }) => row).join('\n') };
    }),
  );
}

async function topics(): Promise<{ name: string; text: string }[]> {
  const names = ['events', 'delivery-attempts', 'delivery-retries'];
  return Promise.all(
    names.map(async (name) => {
      const messages = await bed.readTopic(name);
      return {
        name: `topic ${name}`,
        text: messages.map(({ value, headers }) => `${String(value)} ${JSON.stringify(headers)}`).join('\n'),
      };
    }),
  );
}
