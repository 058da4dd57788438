import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosResponse } from 'axios';
import { Client } from 'pg';
import { setUpServer } from '../../apps/token-api/src/http/http-server.setup.js';
import { mostResidentBytes } from '../support/memory-watch.js';
import { api, type CreatedToken } from '../support/api.js';
import { type App, launchApp } from '../support/app.js';
import { testStack } from '../support/test-stack.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually } from '../support/wait-for.js';
import { openWire } from '../support/wire.js';

const MIB = 2 ** 20;
/** Under Kubernetes the process may use 512 MiB in total (values.yaml). */
const MOST_RESIDENT_BYTES = 450 * MIB;
const bed = useTestBed();
let app: App;
let token: CreatedToken;

beforeAll(async () => {
  token = await bed.createAccountAndToken({ user: 1 });
  app = await bed.startApp('token-api');
});

const credentials = (): string => `user: 1\r\ntoken: ${token.token}\r\n`;
const generateHead = (headers: string): string => `POST /tokens/generate HTTP/1.1\r\nHost: x\r\n${credentials()}${headers}\r\n`;

async function exchange(request: string | Buffer): Promise<string> {
  const { socket, until } = openWire(app.url);
  socket.write(request);
  const answer = await until(/\r\n\r\n(\{.*\})?$/s);
  socket.destroy();
  return answer;
}

describe('a body on the wire', () => {
  it('chunked', async () => {
    const head = generateHead('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n');
    expect(await exchange(`${head}8\r\n{"scope"\r\n8\r\n:"read"}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('that is chunked and too large gets a readable 413, and the connection serves the next request', async () => {
    const { socket, until, text } = openWire(app.url);
    socket.write(generateHead('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let i = 0; i < 40; i++) socket.write(chunk);
    socket.write('0\r\n\r\n');
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 413 [^]*"request_too_large"/);
    const before = text().length;
    socket.write(`GET /sender-addresses HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(/"addresses":\[\]/);
    expect(text().slice(before)).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it('that is large and has no credentials gets a readable 401, and the connection serves the next request', async () => {
    const { socket, until } = openWire(app.url);
    socket.write(`POST /tokens/generate HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 * 2 ** 20}\r\n\r\n`);
    socket.write(Buffer.alloc(5 * 2 ** 20, ' '));
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 401 /);
    socket.write(`GET /sender-addresses HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(/"addresses":\[\]/);
    socket.destroy();
  });

  it.each<[string, Buffer, number, RegExp]>([
    ['gzip', gzipSync('{"scope":"read"}'), 200, /"scope":"read"/],
    ['identity', Buffer.from('{"scope":"read"}'), 200, /"scope":"read"/],
    ['gzip', gzipSync(Buffer.alloc(20 * 2 ** 20, ' ')), 413, /"request_too_large"/],
    ['gzip', Buffer.from('no gzip'), 400, /"parse_error","detail":"[^{]*unpacked as \\"gzip\\"[^{]*","attr":null/],
    ['GZip', gzipSync('{"scope":"read"}').subarray(0, 20), 400, /"parse_error","detail":"[^{]*unpacked as \\"gzip\\"[^{]*","attr":null/],
    ['br', Buffer.from('no brotli'), 400, /"parse_error","detail":"[^{]*unpacked as \\"br\\"[^{]*","attr":null/],
    ['zip', Buffer.from('{}'), 415, /"not_acceptable","detail":"[^{]*encoding \\"zip\\"[^{]*gzip, deflate or br[^{]*","attr":null/],
    ['gzip, br', Buffer.from('{}'), 415, /"not_acceptable","detail":"[^{]*encoding \\"gzip, br\\"[^{]*","attr":null/],
  ])('Content-Encoding %s %#', async (encoding, body, status, content) => {
    const head = generateHead(`Content-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n`);
    const answer = await exchange(Buffer.concat([Buffer.from(head), body]));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: \S+\r\n/);
    expect(answer).toMatch(content);
  });

  it('of a GET is not read', async () => {
    const head = `GET /tokens/list HTTP/1.1\r\nHost: x\r\n${credentials()}Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx`;
    expect(await exchange(head)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(['', 'Content-Type: text/plain\r\n'])('that is chunked and empty needs no content type: %j', async (type) => {
    const head = generateHead(`${type}Transfer-Encoding: chunked\r\n`);
    expect(await exchange(`${head}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 [^]*"required"/);
  });

  it('that is chunked and not JSON gets a readable 415, and the connection serves the next request', async () => {
    const { socket, until, text } = openWire(app.url);
    socket.write(`${generateHead('Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n')}10000\r\n${' '.repeat(0x10000)}\r\n`);
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 415 [^]*"not_acceptable"/);
    const before = text().length;
    socket.write(`4\r\nrest\r\n0\r\n\r\nGET /sender-addresses HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(/"addresses":\[\]/);
    expect(text().slice(before)).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it('may come with an unknown expectation, which is ignored', async () => {
    expect(await exchange(`GET /sender-addresses HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a token that is revoked while the body of its request is on its way', () => {
  interface Listed {
    readonly tokens: readonly { readonly tokenId: number; readonly note: string; readonly lastUsedAt: string | null }[];
  }
  const listed = async () => (await api(app.url, token).get<Listed>('/tokens/list')).data.tokens;

  it.each([
    ['POST /tokens/generate', { scope: 'generate', note: 'too late' }],
    ['POST /receivers', { url: 'https://203.0.114.7/' }],
    ['PUT /consignments', { references: {} }],
  ])('does nothing more: %s', async (line, content) => {
    const { tokenId, token: secret } = (await api(app.url, token).post<CreatedToken>('/tokens/generate', { scope: 'generate' })).data;
    const body = JSON.stringify(content);
    const { socket, until } = openWire(app.url);
    socket.write(
      `${line} HTTP/1.1\r\nHost: x\r\nuser: 1\r\ntoken: ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
    );
    await eventually(async () => expect((await listed()).find((each) => each.tokenId === tokenId)?.lastUsedAt).toEqual(expect.any(String)));
    expect((await api(app.url, token).post('/tokens/revoke', { tokenId })).status).toBe(200);
    socket.write(body.slice(1));
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 401 [^]*WWW-Authenticate: Token\r\n[^]*"authentication_failed"/);
    socket.destroy();
    expect((await listed()).map(({ note }) => note)).not.toContain('too late');
  });
});

describe('bytes that never become a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'invalid'],
    ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request_headers_too_large'],
    ['a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'not_found'],
    ['two lengths', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'invalid'],
  ])('are answered in the form of the API: %s', async (_, request, status, code) => {
    const answer = await exchange(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: \S+\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      type: 'client_error',
      errors: [{ code, detail: expect.any(String), attr: null }],
    });
  });
});

/** Starts a server with the time limits of the API and a fixed answer. */
async function startServer(answer: RequestListener, limits: { readonly headersTimeout?: number } = {}) {
  const server = createServer(answer);
  setUpServer(server);
  Object.assign(server, limits);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a connection', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const answersIn = (text: string): number => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  const echo: RequestListener = (request, response) =>
    void text(request).then((body) => response.end(`${JSON.stringify([request.method, body])};`));

  it('serves 10,000 requests, one after another', async () => {
    const { server, url } = await startServer(echo);
    const { socket } = openWire(url);
    for (let count = 0; count < 10_000; count++) {
      socket.write(GET);
      await once(socket, 'data');
    }
    expect(socket.destroyed).toBe(false);
    socket.destroy();
    server.close();
  });

  it('answers pipelined requests in their order, wherever the network cuts them', async () => {
    const { server, url } = await startServer(echo);
    const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nd\r\n\r\n3\r\n\r\ne\r\n0\r\n\r\n';
    const known = 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n\r\n\r\nf';
    const sent = GET + chunked + known + GET + known + chunked;
    const [got, posted, put] = ['["GET",""]', '["POST","d\\r\\n\\r\\ne"]', '["PUT","\\r\\n\\r\\nf"]'];
    const sendCutAt = async (cut: number): Promise<void> => {
      const { socket, until } = openWire(url);
      socket.setNoDelay();
      socket.write(sent.slice(0, cut), () => setImmediate(() => socket.write(sent.slice(cut))));
      const received = await until(/(HTTP[^;]*;){6}$/);
      expect(received.match(/\[.*\]/g)).toEqual([got, posted, put, got, put, posted]);
      socket.destroy();
    };
    const cuts = Array.from(sent.matchAll(/[\r\n]/g), ({ index }) => index);
    await Promise.all(cuts.map(sendCutAt));
    server.close();
  });

  it('parses a request only after the previous request is answered', async () => {
    const answers: ServerResponse[] = [];
    const { server, url } = await startServer((_, response) => answers.push(response));
    const { socket, until } = openWire(url);
    socket.write(GET.repeat(2_340));
    for (let count = 1; count <= 5; count++) {
      await eventually(() => expect(answers).toHaveLength(count));
      answers.at(-1)?.end(`${count};`);
      await until(new RegExp(`${count};$`));
    }
    socket.destroy();
    server.close();
  });

  it('ends after an answer that says so if too many requests are pipelined; the answer arrives whole', async () => {
    const { server, url } = await startServer((_, response) => response.end('x'.repeat(MIB)));
    const { socket, text: received, closed } = openWire(url);
    socket.write(GET.repeat(100_000));
    await eventually(() => expect(closed()).toBe(true));
    expect(answersIn(received())).toBe(17);
    const [head, body] = received().split('\r\n\r\n').slice(-2);
    expect(head).toContain('Connection: close');
    expect(body).toBe('x'.repeat(MIB));
    server.close();
  });
});

describe('missing headers', () => {
  it('are waited for, but not for long', async () => {
    const { server, url } = await startServer(() => undefined, { headersTimeout: 50 });
    const { socket, until } = openWire(url);
    socket.write('GET / HTTP/1.1\r\n');
    // Within the test's time-out: Node itself checks only every half minute.
    expect(await until(/\}$/)).toMatch(/^HTTP\/1.1 408 [^]*"request_timeout"/);
    server.close();
  });
});

describe('an answer', () => {
  /** Shortens `server.timeout` once the request has come: a busy machine may take longer to send it. */
  const restSoon = ({ socket }: IncomingMessage): unknown => socket.setTimeout(50);

  it('is cut off if the client does not read it', async () => {
    let isCut = false;
    const { server, url } = await startServer((request, response) => {
      restSoon(request);
      response.once('close', () => (isCut = true)).end(Buffer.alloc(64 * MIB));
    });
    const { socket, text, closed } = openWire(url);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => expect(isCut).toBe(true));
    socket.resume();
    await eventually(() => expect(closed()).toBe(true));
    expect(text().length).toBeLessThan(64 * MIB);
    server.close();
  });

  it('is not cut off if it is only late', async () => {
    const answers: ServerResponse[] = [];
    const { server, url } = await startServer((request, response) => {
      restSoon(request);
      answers.push(response);
    });
    let rests = 0;
    server.on('timeout', () => rests++);
    const { socket, until } = openWire(url);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => expect(rests).toBeGreaterThanOrEqual(1));
    answers[0]?.end('late');
    await until(/late$/);
    socket.destroy();
    server.close();
  });
});

describe('a request without Host', () => {
  it.each(['GET /sender-addresses', 'GET /nowhere', 'POST /tokens/generate'])(
    'is refused in the form of the API: %s of HTTP/1.1',
    async (line) => {
      const answer = await exchange(`${line} HTTP/1.1\r\nX-Request-Id: hostless\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*X-Request-Id: hostless\r\n/);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
        type: 'client_error',
        errors: [{ code: 'invalid', detail: expect.stringContaining('Host'), attr: null }],
      });
    },
  );

  it('is refused with two Host headers as well, even with the same name', async () => {
    expect(await exchange('GET /sender-addresses HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*more than one header `Host`/,
    );
  });

  it('is accepted in HTTP/1.0', async () => {
    expect(await exchange('GET /sender-addresses HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('pipelined requests', () => {
  const CONNECTIONS = 40;

  it('without a token do not affect other clients, the memory or the log', async () => {
    const flooded = await bed.startProcess('token-api', { NODE_OPTIONS: '--max-old-space-size=256' });
    const flood = async (): Promise<void> => {
      const { socket, closed } = openWire(flooded.url);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_340)); // One chunk of 64 KiB.
      socket.write('GET /deliveries HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_340));
      await eventually(() => expect(closed()).toBe(true));
    };
    const floods = Promise.all(Array.from({ length: CONNECTIONS }, flood));
    for (let isOver = false; !isOver;) {
      expect((await api(flooded.url, token).get('/tokens/list')).status).toBe(200);
      isOver = await Promise.race([floods.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
    }
    const begun = [...(await flooded.metrics()).matchAll(/^http_request_seconds_count\{.*status="[34]\d\d".*\} (\d+)/gm)];
    expect(begun.reduce((sum, [, count]) => sum + Number(count), 0)).toBeLessThanOrEqual(CONNECTIONS * 17); // Of 187,200 requests.
    expect(await mostResidentBytes(flooded)).toBeLessThan(MOST_RESIDENT_BYTES);
    const lines = flooded.logs().filter(({ event, account }) => event === 'request.answered' && account === undefined);
    expect(lines.length).toBeLessThan(30);
  });
});

describe('a client that disconnects within its body', () => {
  it('is not an outage, and causes no line in the log', async () => {
    const upset = await bed.startApp('token-api');
    const { socket, closed } = openWire(upset.url);
    socket.write(`${generateHead('Content-Type: application/json\r\nContent-Length: 100\r\n')}{"sc`);
    socket.end();
    await eventually(() => expect(closed()).toBe(true));
    await upset.stop();
    expect(upset.logs().filter(({ event }) => event === 'request.failed')).toEqual([]);
  });
});

describe('requests without credentials', () => {
  it('cause ten lines in the log, and one line that counts the others', async () => {
    const quiet = await bed.startApp('token-api');
    for (let count = 0; count < 30; count++) await api(quiet.url).get('/tokens/list');
    await quiet.stop();
    const lines = () => quiet.logs().filter(({ event, status }) => event === 'request.answered' && status === '401');
    await eventually(() => expect(lines()).toHaveLength(11));
    expect(lines().at(-1)).toMatchObject({ repeated: 20 });
  });
});

describe('the request id', () => {
  it.each([
    ['mine-1.2_3', /^mine-1\.2_3$/],
    ['has blank', /^[0-9a-f-]{36}$/],
    ['x'.repeat(129), /^[0-9a-f-]{36}$/],
  ])('%s', async (given, pattern) => {
    const { headers } = await api(app.url).get('/sender-addresses', { headers: { 'x-request-id': given } });
    expect(headers['x-request-id']).toMatch(pattern);
  });

  it('is in the log with route, status and account; the log has no token and no query', async () => {
    await api(app.url, token).get('/deliveries?limit=3', { headers: { 'x-request-id': 'seen' } });
    await eventually(() => {
      const line = app.logs().find((fields) => fields['requestId'] === 'seen');
      expect(line).toMatchObject({ event: 'request.answered', method: 'GET', route: '/deliveries', status: '200', account: 1 });
    });
    expect(app.lastLines(Infinity).join('\n')).not.toContain(token.token);
    expect(await app.metrics()).toMatch(/http_request_seconds_count\{.*route="\/deliveries".*\} \d/);
  });
});

describe('answers', () => {
  it('to HEAD are the same as to GET, without the body', async () => {
    const client = api(app.url, token);
    const { status, headers, data } = await client.head<string>('/tokens/list');
    expect([status, data, headers['content-type']]).toEqual([200, '', 'application/json; charset=utf-8']);
    expect(headers['etag']).toBeUndefined();
    expect((await api(app.url).head('/tokens/list')).status).toBe(401);
  });

  it('come for a known path in absolute form and for an unknown path with a double slash', async () => {
    expect(await exchange('GET http://x/sender-addresses HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    expect(await exchange('GET //sender-addresses HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 404 /);
    expect(await exchange('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 404 /);
  });
});

describe('429', () => {
  it('throttles one token, says when to come back, and does not affect other tokens', async () => {
    const slow = await bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '5' });
    const other = await bed.createAccountAndToken({ user: 2, scope: 'read' });
    const list = (): Promise<AxiosResponse> => api(slow.url, token).get('/tokens/list');
    const answers: AxiosResponse[] = [];
    // On a busy machine twenty requests at once may take seconds, and five more are allowed every second.
    while (!answers.some(({ status }) => status === 429)) answers.push(...(await Promise.all(Array.from({ length: 20 }, list))));
    const throttled = answers.filter(({ status }) => status === 429);
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.length).toBeGreaterThanOrEqual(5);
    expect(passed.length + throttled.length).toBe(answers.length);
    expect(throttled[0]?.data).toMatchObject({ type: 'client_error', errors: [{ code: 'throttled', attr: null }] });
    expect(Number(throttled[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await api(slow.url, other).get('/receivers')).status).toBe(200);
    await eventually(async () => expect((await api(slow.url, token).get('/tokens/list')).status).toBe(200));
  });

  it('allows 100 requests at once by default; guessing does not slow down a valid token', async () => {
    const guess = { user: 1, token: `${token.token.slice(0, -1)}?` };
    const guesses = Promise.all(Array.from({ length: 120 }, () => api(app.url, guess).get('/tokens/list')));
    const valid = await Promise.all(Array.from({ length: 100 }, () => api(app.url, token).get('/tokens/list')));
    expect(new Set(valid.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await guesses).map(({ status }) => status))).toEqual(new Set([401]));
  });
});

describe('a database that goes away', () => {
  it('causes 503 without internal text, and an unready app; everything continues when the database is back', async () => {
    const { url } = await bed.startApp('token-api').then((started) => (app = started));
    const list = async (): Promise<number> => (await api(url, token).get('/tokens/list')).status;
    const told = async (): Promise<unknown> => (await api(url, token).get('/tokens/list')).data;
    const ready = async (): Promise<number> => (await fetch(`${app.internalUrl}/health/ready`)).status;
    await refuseConnections(true);
    expect([await list(), await ready()]).toEqual([503, 503]);
    expect(await told()).toMatchObject({ type: 'server_error', errors: [{ code: 'service_unavailable', attr: null }] });
    await refuseConnections(false);
    await eventually(async () => expect([await list(), await ready()]).toEqual([200, 200]));
  });
});

async function refuseConnections(refuse: boolean): Promise<void> {
  const name = new URL(bed.database.url).pathname.slice(1);
  const client = new Client({ connectionString: testStack().databaseUrl });
  await client.connect();
  await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${!refuse}`);
  if (refuse) await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await client.end();
}

describe('SIGTERM', () => {
  it('answers requests in progress, then closes at once, including kept-alive connections', async () => {
    const leaving = await bed.startApp('token-api');
    const idle = openWire(leaving.url);
    idle.socket.write('GET /sender-addresses HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.until(/"addresses"/);
    const busy = openWire(leaving.url);
    busy.socket.write(generateHead('Content-Type: application/json\r\nContent-Length: 16\r\n'));
    await eventually(async () => expect(await leaving.metrics()).toContain('http_request_seconds'));
    busy.socket.write('{"scope"');
    const stopping = leaving.stop();
    await eventually(() => expect(idle.closed()).toBe(true));
    busy.socket.write(':"read"}');
    await busy.until(/^HTTP\/1.1 200 [^]*"token":/);
    await eventually(() => expect(busy.closed()).toBe(true));
    await stopping; // A kept-alive connection would delay the stop for 65 s, and a stop that takes 40 s is an error.
  });
});

describe('faults at start', () => {
  it('include all faults of the configuration at once', async () => {
    const env = { ...bed.env, DATABASE_URL: 'mysql://x', SECRETS_KEY: '', PORT: 'http', SENDER_ADDRESSES: '1.2.3' };
    const refused = await launchApp('token-api', env);
    expect(await refused.expectEnd(/^The configuration has \d+ faults:/)).toEqual({ code: 1, signal: null });
    const output = refused.lastLines(Infinity).join('\n');
    for (const name of ['DATABASE_URL', 'SECRETS_KEY', 'PORT', 'SENDER_ADDRESSES']) expect(output).toContain(name);
  });
});
