import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ATTEMPT_REASONS, type TrackingEvent } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { identityFor, type ReceiverOptions, type TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** The time-out of a receiver in tests that are not about time-outs. */
const PATIENT_MS = 60_000;
/** Longer than a machine may stall, so that the time-out happens in the step that the test is about. */
const TIMEOUT_MS = 12_000;

interface AttemptRow {
  readonly outcome: string;
  readonly http_status: number | null;
  readonly reason: number | null;
  readonly detail: string | null;
}

const bed = useTestBed();
const servers: Server[] = [];
const taken: Socket[] = [];
let receiver: TestReceiver;
let account = 0;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  await bed.startApp('webhook-sender');
  await beginTimeouts();
});

afterAll(() => {
  servers.forEach((server) => server.close());
  taken.forEach((socket) => socket.destroy()); // Nobody has read some of these sockets to the end.
});

async function portOf(server: Server): Promise<number> {
  servers.push(server.on('connection', (socket: Socket) => taken.push(socket)).listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function publish(event: TrackingEvent): Promise<AttemptRow> {
  await bed.publish('events', [eventMessage(event)]);
  return waitFor(
    async () => {
      const query = 'SELECT a.* FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.eventid = $1 ORDER BY a.attempt';
      return (await bed.database.query<AttemptRow>(query, [event.payload.eventid]))[0];
    },
    { what: 'the first attempt in the log' },
  );
}

async function firstAttemptAt(url: string, timeoutMs = PATIENT_MS): Promise<AttemptRow> {
  const own = ++account;
  await insertReceiver(bed.database, { account: own, url, timeoutMs });
  return publish(trackingEvent({ account: own }));
}

const SLOW = {
  'silence after the head': { kind: 'stall' },
  'a body that drips for ever': { kind: 'drip', everyMs: 50 },
  'no answer': { kind: 'hang' },
} as const;
const NO_HANDSHAKE = 'no answer to the handshake';

/** Attempts that end by their time-out, by name. */
const timeouts = new Map<string, Promise<AttemptRow>>();

/** Begins all of them at once, because each takes its whole time-out. */
async function beginTimeouts(): Promise<void> {
  for (const [name, behaviour] of Object.entries(SLOW)) {
    const path = `/${name.replaceAll(' ', '-')}`;
    receiver.behave(path, behaviour);
    timeouts.set(name, firstAttemptAt(receiver.url(path), TIMEOUT_MS));
  }
  const mute = createTcp((socket) => void socket.on('error', () => undefined));
  timeouts.set(NO_HANDSHAKE, firstAttemptAt(`https://127.0.0.1:${await portOf(mute)}/`, TIMEOUT_MS));
  for (const attempt of timeouts.values()) attempt.catch(() => undefined); // Each attempt's own test reports its error.
}

describe('the log of an attempt whose answer is incomplete', () => {
  const { body_incomplete, no_answer, closed_unanswered } = ATTEMPT_REASONS;

  it.each(['silence after the head', 'a body that drips for ever'])(
    'shows the status and how much of the answer came: %s',
    async (name) => {
      expect(await timeouts.get(name)).toMatchObject({
        outcome: 'timeout',
        http_status: 200,
        reason: body_incomplete,
        detail: `status 200 came, but not the whole body, within ${TIMEOUT_MS} ms`,
      });
    },
  );

  it('shows the status and how much of the answer came: a body that is cut off', async () => {
    receiver.behave('/cut', { kind: 'cut' });
    expect(await firstAttemptAt(receiver.url('/cut'))).toMatchObject({
      outcome: 'connection',
      http_status: 200,
      reason: body_incomplete,
      detail: expect.stringMatching(/^status 200 came, then it closed the connection before the end of the body \(/),
    });
  });

  it('shows no status if no answer came', async () => {
    expect(await timeouts.get('no answer')).toMatchObject({
      outcome: 'timeout',
      http_status: null,
      reason: no_answer,
      detail: `connected, but no answer came within ${TIMEOUT_MS} ms`,
    });
  });

  it('shows no status if the connection was closed', async () => {
    receiver.behave('/closed', { kind: 'close' });
    expect(await firstAttemptAt(receiver.url('/closed'))).toMatchObject({
      outcome: 'connection',
      http_status: null,
      reason: closed_unanswered,
      detail: 'it closed the connection before an answer (UND_ERR_SOCKET: other side closed)',
    });
  });

  it('says that the connection had been kept open', async () => {
    const seen = new WeakSet<object>();
    const server = createHttps(await identityFor({}), ({ socket }, response) => {
      if (seen.has(socket)) socket.destroy();
      else response.end();
      seen.add(socket);
    });
    await expect(firstAttemptAt(`https://127.0.0.1:${await portOf(server)}/`)).resolves.toMatchObject({ outcome: 'accepted' });
    const attempt = await publish(trackingEvent({ account }));
    expect(attempt.detail).toMatch(/^it closed the connection before an answer, on a connection kept open from an earlier request \(/);
  });
});

/** Starts a server that answers each whole request with these bytes and keeps the connection open. */
const answering = async (bytes: string): Promise<Server> =>
  createTls(await identityFor({}), (socket) => {
    let got = '';
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.on('data', (text: string) => {
      got += text;
      const [head = '', body = ''] = got.split('\r\n\r\n', 2);
      if (body.length === Number(/^content-length: (\d+)/im.exec(head)?.[1])) socket.write(bytes, 'latin1');
    });
  });

describe('the log of an attempt with an odd answer', () => {
  const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', 'Content-Length: 2', ...lines, '', 'ok'].join('\r\n');
  const cookies = (count: number): string[] => Array.from({ length: count }, (_, index) => `Set-Cookie: c${index}=${'x'.repeat(1000)}`);

  it.each<[string, string, object]>([
    ['60 KiB of headers', head(...cookies(60)), { outcome: 'accepted', http_status: 200, detail: null }],
    ['another protocol', 'SSH-2.0-shop\r\n\r\n', { outcome: 'connection', http_status: null, reason: ATTEMPT_REASONS.invalid_http }],
    [
      '70 KiB of headers',
      head(...cookies(70)),
      { outcome: 'connection', http_status: null, detail: expect.stringMatching(/^the headers of its answer are longer than 64 KiB \(/) },
    ],
    [
      'a status without content, and a length',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n',
      { outcome: 'http_status', http_status: 304, detail: null },
    ],
  ])('%s', async (_, bytes, row) => {
    expect(await firstAttemptAt(`https://127.0.0.1:${await portOf(await answering(bytes))}/`)).toMatchObject(row);
  });

  it.each([
    ['a bad header name', head('X Bad: 1')],
    ['a blank before a colon', head('X-Bad : 1')],
    ['a folded line', head('X-Fold: a', ' b')],
    ['two lengths', head('Content-Length: 2')],
  ])('says that the head is not valid HTTP/1.1: %s', async (_, bytes) => {
    expect(await firstAttemptAt(`https://127.0.0.1:${await portOf(await answering(bytes))}/`)).toMatchObject({
      outcome: 'connection',
      http_status: null,
      reason: ATTEMPT_REASONS.invalid_http,
      detail: expect.stringMatching(/^the head of its answer is not valid HTTP\/1\.1: [^(]*$/),
    });
  });
});

describe('the log of an attempt that was redirected', () => {
  it('says so and names the target without its query', async () => {
    receiver.behave('/moved', { kind: 'redirect', status: 301, to: 'https://shop.example/new?session=1' });
    const attempt = await firstAttemptAt(receiver.url('/moved'));
    expect(attempt).toMatchObject({ http_status: 301, detail: 'redirects are not followed: it leads to https://shop.example/new' });
  });
});

describe('the log of an attempt without a TLS connection', () => {
  const secure = async (options: ServerOptions): Promise<Server> =>
    createHttps({ ...(await identityFor({})), ...options }, (_, response) => void response.end());
  const RSA_1024 = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
  const weak = async (identity: ReceiverOptions, options: ServerOptions = {}): Promise<Server> =>
    secure({ ...(await identityFor(identity)), ciphers: 'DEFAULT@SECLEVEL=0', ...options });

  it.each<[string, () => Server | Promise<Server>, string, RegExp]>([
    [
      'plain HTTP',
      () => createPlain(),
      'tls',
      /^it does not speak TLS: does the port serve plain HTTP\? \([A-Z_]+: wrong version number\)$/,
    ],
    [
      'TLS 1.0',
      () => secure({ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      'tls',
      /^it does not support TLS 1\.2 or newer \([A-Z0-9_]+: tlsv1 alert protocol version\)$/,
    ],
    ['HTTP/2 alone', async () => createSecureServer(await identityFor({})), 'tls', /^it does not speak HTTP\/1\.1 over TLS/],
    [
      'a demanded client certificate',
      () => secure({ requestCert: true, rejectUnauthorized: true }),
      // The end of the connection may hide the reason.
      expect.stringMatching(/^(?:tls|connection)$/) as unknown as string,
      /^(?:it asks for|it closed the connection before an answer: it may want) a client certificate, but none is configured \(/,
    ],
    [
      'a client certificate demanded with TLS 1.2',
      () => secure({ requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' }),
      'tls',
      /client certificate.*: ssl\/tls alert handshake failure\)$/,
    ],
    [
      'a certificate with an RSA key of 1024 bits',
      () => weak({ key: RSA_1024 }),
      'tls',
      /^the key of its certificate is too short: an RSA key needs 2048 bits or more \(UNSPECIFIED: EE certificate key too weak\)$/,
    ],
    [
      'a certificate with an RSA key of 1024 bits and TLS 1.2',
      () => weak({ key: RSA_1024 }, { maxVersion: 'TLSv1.2' }),
      'tls',
      /^the key of its certificate is too short/,
    ],
    ['a certificate signed with SHA-1', () => weak({ hash: 'SHA-1' }), 'tls', /^its certificate, .* is signed with SHA-1 or MD5 \(/],
  ])('%s', async (_, start, outcome, detail) => {
    const attempt = await firstAttemptAt(`https://127.0.0.1:${await portOf(await start())}/`);
    expect(attempt).toMatchObject({ outcome, http_status: null, detail: expect.stringMatching(detail) });
  });

  it('says that the handshake got no answer', async () => {
    expect(await timeouts.get(NO_HANDSHAKE)).toMatchObject({
      outcome: 'timeout',
      http_status: null,
      detail: `connected, but the TLS handshake was not answered within ${TIMEOUT_MS} ms`,
    });
  });
});

describe('the log of an attempt at a receiver with OAuth2', () => {
  it('shows the whole time-out, and the token endpoint’s part of it', async () => {
    const server = createHttps(await identityFor({}), (request, response) => {
      const tell = async (): Promise<void> => {
        await pause(TIMEOUT_MS / 6); // Long enough to appear in the log.
        response.end(JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 }));
      };
      if (request.url === '/token') void tell(); // The POST then hangs.
    });
    const origin = `https://127.0.0.1:${await portOf(server)}`;
    const { url } = await bed.startApp('token-api');
    account += 1;
    const client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const auth = { type: 'oauth2', tokenUrl: `${origin}/token`, clientId: 'id', clientSecret: 'the secret' };
    expect((await client.post('/receivers', { url: origin, auth, timeoutMs: TIMEOUT_MS })).status).toBe(201);
    expect(await publish(trackingEvent({ account }))).toMatchObject({
      outcome: 'timeout',
      reason: ATTEMPT_REASONS.token_endpoint_slow,
      detail: expect.stringMatching(
        new RegExp(`^connected, but no answer came within ${TIMEOUT_MS} ms, of which the token endpoint took \\d+ ms$`),
      ),
    });
  });
});
