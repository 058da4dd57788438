import { execFile } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import type { TrackingEvent } from '#libs/contracts';
import { packText } from '#libs/persistence';
import type { ReceiverRow } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { startForwardProxy } from '../support/forward-proxy.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import { receiverCaFile, type TestReceiver } from '../support/receiver.js';
import { type KnownReceiver, useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { startTokenEndpoint, type TokenEndpoint } from '../support/token-endpoint.js';
import { waitFor } from '../support/wait-for.js';

interface Attempt {
  readonly outcome: string;
  readonly url: string | null;
  readonly requestHeaders: Record<string, string> | null;
  readonly tlsVersion: string | null;
  readonly timings: Record<'dnsMs' | 'connectMs' | 'tlsMs' | 'firstByteMs' | 'totalMs', number | null>;
  readonly diagnosis: { readonly meaning: string; readonly toDo: string };
  readonly requestBody: string | null;
  readonly curl: string | null;
}

/** Every secret in this file contains this word. */
const PLANTED = 'planted';
const ANSWER_MS = 150;
const NO_NAME = 'https://no-such.example/';
const NO_PORT = 'https://127.0.0.1:1/';
const run = promisify(execFile);
const bed = useTestBed({ env: { RETRY_DELAY_MS: '600000' } });
const webhooks = useSenderBed(bed, { names: ['127.0.0.1', 'shop.example'] });
let names: NameServer;
let endpoint: TokenEndpoint;
let sender: App;
let apiUrl = '';
let silent: Server;
let untrusted: TestReceiver;
const taken: Socket[] = [];

beforeAll(async () => {
  names = await startNameServer((name) => (name === 'shop.example' ? ['127.0.0.1'] : undefined));
  endpoint = await startTokenEndpoint([{ clientId: 'shop', clientSecret: `${PLANTED}-client` }]);
  silent = createServer((socket) => void taken.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  untrusted = await bed.startReceiver({ certificate: 'untrusted' });
  let tokenApi: App;
  [tokenApi, sender] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender', { DNS_SERVERS: names.address })]);
  apiUrl = tokenApi.url;
});

afterAll(async () => {
  taken.forEach((socket) => socket.destroy());
  silent.close();
  await Promise.all([names.close(), endpoint.close()]);
});

const clientOf = async (account: number): Promise<AxiosInstance> =>
  api(apiUrl, await bed.createAccountAndToken({ user: account, scope: 'write' }));

/** Creates a receiver of a new account through the API. */
async function made(fields: object): Promise<KnownReceiver> {
  const account = webhooks.newAccount();
  const { status, data } = await (await clientOf(account)).post<{ receiverId: string }>('/receivers', { timeoutMs: 60_000, ...fields });
  expect(status).toBe(201);
  return { account, receiverId: data.receiverId };
}

/** Publishes an event that is also stored for token-api. */
async function send({ account }: Pick<KnownReceiver, 'account'>): Promise<TrackingEvent> {
  const event = trackingEvent({ account });
  const { consignmentId, createdAtMs, payload } = event;
  await bed.database.query(
    `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at) VALUES ($1, $2, $3, $4, $5, 0, '', $6, $7)`,
    [payload.eventid, account, consignmentId, payload.event, payload.timestamp, packText(JSON.stringify(payload)), new Date(createdAtMs)],
  );
  await webhooks.publish(event);
  return event;
}

async function shown({ account, payload }: TrackingEvent): Promise<Attempt> {
  const [row] = await bed.database.query<{ id: string }>('SELECT delivery_id AS id FROM delivery WHERE eventid = $1', [payload.eventid]);
  const { status, data } = await (await clientOf(account)).get<{ attempts: Attempt[] }>(`/deliveries/${row?.id}`);
  expect([status, data.attempts.length]).toEqual([200, 1]);
  return data.attempts[0]!;
}

async function attemptTo(receiver: Pick<KnownReceiver, 'account'>): Promise<Attempt> {
  const event = await send(receiver);
  await webhooks.firstAttempt(event);
  return shown(event);
}

const attemptAt = async (place: string, row: Partial<ReceiverRow> = {}): Promise<Attempt> =>
  attemptTo(await webhooks.addReceiver(place, row));

/** Runs the command as a shell does. @returns the request that arrived */
async function repeat(
  { curl }: Attempt,
  path: string,
  secrets: Record<string, string> = {},
): Promise<ReturnType<TestReceiver['requests']>[number]> {
  const env = { PATH: process.env['PATH'] ?? '', CURL_CA_BUNDLE: await receiverCaFile(), ...secrets };
  const count = webhooks.receiver.requests(path).length;
  const { stdout } = await run('/bin/sh', ['-c', curl ?? ''], { env });
  expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
  const requests = webhooks.receiver.requests(path);
  expect(requests).toHaveLength(count + 1);
  return requests.at(-1)!;
}

const INTEGER = expect.any(Number);

describe('the timings of an attempt', () => {
  it('cover each step; on an open connection, only the answer', async () => {
    webhooks.receiver.behave('/slow', { kind: 'answer', delayMs: ANSWER_MS });
    const receiver = await webhooks.addReceiver(`https://shop.example:${webhooks.receiver.port}/slow`);
    const [first, second] = [await attemptTo(receiver), await attemptTo(receiver)];
    expect(first).toMatchObject({ tlsVersion: 'TLSv1.3', timings: { dnsMs: INTEGER, connectMs: INTEGER, tlsMs: INTEGER } });
    expect(second).toMatchObject({ tlsVersion: 'TLSv1.3', timings: { dnsMs: null, connectMs: null, tlsMs: null } });
    for (const { timings } of [first, second]) {
      expect(timings.firstByteMs).toBeGreaterThanOrEqual(ANSWER_MS - 1);
      expect(timings.totalMs).toBeGreaterThanOrEqual(timings.firstByteMs! - 1);
    }
  });

  const NONE = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
  const silentUrl = (): string => `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const hangingUrl = (): string => webhooks.receiver.url('/hang');
  /** Longer than a machine may stall, so that the time-out happens in the last step. All attempts are made at once. */
  const TIMEOUT_MS = 12_000;
  const attempts = new Map<string, Promise<Attempt>>();

  beforeAll(() => {
    webhooks.receiver.behave('/hang', { kind: 'hang' });
    for (const url of [NO_NAME, NO_PORT, untrusted.url(), silentUrl(), hangingUrl()]) {
      const attempt = attemptAt(url, { timeoutMs: TIMEOUT_MS });
      attempt.catch(() => undefined); // The attempt's own test reports the error.
      attempts.set(url, attempt);
    }
  });

  it.each<[string, () => string, object, string | null, RegExp]>([
    ['a name that does not exist', () => NO_NAME, { dnsMs: INTEGER }, null, /does not exist/],
    ['a port where nothing listens', () => NO_PORT, { connectMs: INTEGER }, null, /was refused/],
    [
      'a certificate of an unknown CA',
      () => untrusted.url(),
      { connectMs: INTEGER, tlsMs: INTEGER },
      null,
      /no chain to a trusted authority|self-signed/,
    ],
    ['a TLS handshake without an answer', silentUrl, { connectMs: INTEGER }, null, /did not answer the TLS handshake/],
    ['no answer', hangingUrl, { connectMs: INTEGER, tlsMs: INTEGER }, 'TLSv1.3', /has the POST, but did not answer/],
  ])('stop at the step that failed: %s', async (_, url, timings, tlsVersion, meaning) => {
    const attempt = await attempts.get(url());
    expect(attempt).toMatchObject({
      url: url(),
      tlsVersion,
      diagnosis: { meaning: expect.stringMatching(meaning), toDo: expect.any(String) },
    });
    expect(attempt!.timings).toEqual({ ...NONE, ...timings, totalMs: INTEGER });
    expect(attempt!.requestHeaders).toMatchObject({ 'content-type': 'application/json' });
  });
});

describe('the request of an attempt', () => {
  it('is shown with masked values of references, and can be repeated with real values', async () => {
    const attempt = await attemptAt('/own?key=mine', { queryParameters: ['orderNo', 'tracking_number'] });
    expect(attempt.url).toBe(webhooks.receiver.url('/own?key=mine&orderNo=***&tracking_number=***'));
    const [sent] = webhooks.receiver.requests('/own');
    const again = await repeat(attempt, '/own');
    expect([again.query.toString(), again.body]).toEqual([sent?.query.toString(), sent?.body]);
    expect(again.query.get('tracking_number')).toBe('0034 0434 & 1610');
  });

  it('is shown unchanged for a CloudEvent', async () => {
    const attempt = await attemptAt('/cloud', { format: 'cloudevents' });
    const [sent] = webhooks.receiver.requests('/cloud');
    expect(attempt.requestHeaders).toEqual({ 'content-type': sent?.headers['content-type'], 'user-agent': sent?.headers['user-agent'] });
    expect(JSON.parse(attempt.requestBody ?? '')).toMatchObject({ specversion: '1.0' });
    expect((await repeat(attempt, '/cloud')).body).toEqual(sent?.body);
  });

  const BASIC = { type: 'basic', username: 'shop', password: `${PLANTED} "$HOME"` };
  const KEYS = { type: 'headers', headers: { 'X-Api-Key': `${PLANTED}-key`, Authorization: `${PLANTED} words` } };

  it.each<[string, () => object, Record<string, string>, Record<string, string>]>([
    ['basic', () => BASIC, { authorization: 'Basic ***' }, { RECEIVER_USER: 'shop', RECEIVER_PASSWORD: BASIC.password }],
    [
      'headers',
      () => KEYS,
      { 'X-Api-Key': '***', Authorization: '***' },
      { RECEIVER_X_API_KEY: KEYS.headers['X-Api-Key'], RECEIVER_AUTHORIZATION: KEYS.headers.Authorization },
    ],
    [
      'oauth2',
      () => ({ type: 'oauth2', tokenUrl: endpoint.tokenUrl, clientId: 'shop', clientSecret: `${PLANTED}-client` }),
      { authorization: 'Bearer ***' },
      {},
    ],
  ])('contains no secret, and can be repeated with secrets: %s', async (path, auth, headers, secrets) => {
    const receiver = await made({ url: webhooks.receiver.url(`/${path}`), auth: auth() });
    const attempt = await attemptTo(receiver);
    const [sent] = webhooks.receiver.requests(`/${path}`);
    expect(attempt.requestHeaders).toEqual({
      ...headers,
      'content-type': 'application/json',
      'user-agent': sent?.headers['user-agent'],
      'webhook-id': sent?.headers['webhook-id'],
      'webhook-timestamp': sent?.headers['webhook-timestamp'],
      'webhook-signature': 'v1,***',
    });
    const signature = String(sent?.headers['webhook-signature']);
    const token = String(sent?.headers.authorization).replace('Bearer ', '');
    for (const secret of [PLANTED, signature.replace('v1,', ''), token]) expect(JSON.stringify(attempt)).not.toContain(secret);

    const all = { RECEIVER_WEBHOOK_SIGNATURE: signature, RECEIVER_TOKEN: token, ...secrets };
    const again = await repeat(attempt, `/${path}`, all);
    expect([again.headers, again.body]).toEqual([{ ...sent?.headers, connection: again.headers.connection }, sent?.body]);
  });

  it('is stored in no table with a secret', async () => {
    const rows = await bed.database.query<{ found: string }>(`SELECT count(*) AS found FROM delivery_attempt a WHERE a::text LIKE $1`, [
      `%${PLANTED}%`,
    ]);
    expect(Number(rows[0]?.found)).toBe(0);
  });

  it('is shown even if the token endpoint gave no token and nothing was sent', async () => {
    const auth = { type: 'oauth2', tokenUrl: endpoint.tokenUrl, clientId: 'unknown', clientSecret: PLANTED };
    const attempt = await attemptTo(await made({ url: webhooks.receiver.url('/unsent'), auth }));
    expect(attempt).toMatchObject({ outcome: 'auth', url: webhooks.receiver.url('/unsent'), requestBody: null, tlsVersion: null });
    expect(attempt.requestHeaders).not.toHaveProperty('authorization');
    expect(attempt.diagnosis.meaning).toMatch(/^The token endpoint gave no token/);
  });

  it('is not kept if the parcel was erased meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    webhooks.receiver.behave('/erased', { kind: 'answer', after: answer.promise, body: PLANTED });
    const event = await send(await webhooks.addReceiver('/erased'));
    await waitFor(() => webhooks.receiver.requests('/erased').length === 1, { what: 'the POST' });
    await bed.database.query('INSERT INTO erased_consignment (consignment_id, account_id, erased_at) VALUES ($1, $2, now())', [
      event.consignmentId,
      event.account,
    ]);
    answer.resolve();
    await webhooks.firstAttempt(event);
    expect(await shown(event)).toMatchObject({
      outcome: 'accepted',
      url: null,
      requestHeaders: null,
      requestBody: null,
      curl: null,
      tlsVersion: 'TLSv1.3',
    });
  });
});

describe('the timings of an attempt through a forward proxy', () => {
  it('count the tunnel as the connection', async () => {
    await sender.stop();
    const proxy = await startForwardProxy();
    await bed.startApp('webhook-sender', { DNS_SERVERS: names.address, EGRESS_PROXIES: proxy.url(), SENDER_ADDRESSES: '127.0.0.1' });
    const attempt = await attemptAt(`https://shop.example:${webhooks.receiver.port}/tunnel`);
    const target = `127.0.0.1:${webhooks.receiver.port}`;
    expect(proxy.asked()).toEqual([target, target]); // One tunnel to probe the server, one for the webhook.
    expect(attempt).toMatchObject({
      outcome: 'accepted',
      tlsVersion: 'TLSv1.3',
      timings: { dnsMs: INTEGER, connectMs: INTEGER, tlsMs: INTEGER, firstByteMs: INTEGER },
    });
    await proxy.kill();
  });
});
