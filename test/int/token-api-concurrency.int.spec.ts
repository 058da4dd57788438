import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { whenOver } from '../../apps/token-api/src/auth/concurrency.guard.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually } from '../support/wait-for.js';
import { openWire, type Wire } from '../support/wire.js';

/** An account may have two requests at once; a request whose body is incomplete occupies its turn. */

const BODY = '{"scope":"read"}';
const bed = useTestBed({ env: { MAX_CONCURRENT_REQUESTS_PER_ACCOUNT: '2' } });
let app: App;
let token: CreatedToken;
let other: CreatedToken;

beforeAll(async () => {
  [token, other] = [await bed.createAccountAndToken({ user: 1 }), await bed.createAccountAndToken({ user: 2 })];
  app = await bed.startApp('token-api');
});

type Secret = Pick<CreatedToken, 'token' | 'tokenId'>;

const newToken = async (): Promise<Secret> => (await api(app.url, token).post<Secret>('/tokens/generate', { scope: 'generate' })).data;

function send(line: string, secret: string, rest = '\r\n'): Wire {
  const wire = openWire(app.url);
  wire.socket.write(`${line} HTTP/1.1\r\nHost: x\r\nuser: 1\r\ntoken: ${secret}\r\n${rest}`);
  return wire;
}

const list = (secret: string): Wire => send('GET /tokens/list', secret);

/** Waits until the service has authenticated the request, so that it has its turn or waits for one. */
const isKnown = ({ tokenId }: Secret): Promise<void> =>
  eventually(async () => {
    const used = await bed.database.query('SELECT 1 FROM api_token WHERE token_id = $1 AND last_used_at IS NOT NULL', [tokenId]);
    expect(used).toHaveLength(1);
  });

interface Held {
  readonly wires: readonly Wire[];
  readonly finish: (wire: Wire | undefined) => Promise<void>;
}

/** Takes both turns of account 1. */
async function holdTurns(): Promise<Held> {
  const tokens = [await newToken(), await newToken()];
  const head = `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  const wires = tokens.map(({ token: secret }) => send('POST /tokens/generate', secret, head));
  await Promise.all(tokens.map(isKnown));
  const finish = async (wire: Wire | undefined): Promise<void> => {
    wire?.socket.write(BODY);
    expect(await wire?.until(/\}$/)).toMatch(/^HTTP\/1.1 200 /);
    wire?.socket.destroy();
  };
  return { wires, finish };
}

describe('requests of one account', () => {
  it('are processed up to a limit; a further request waits, and a request of another account does not', async () => {
    const { wires, finish } = await holdTurns();
    const third = list(token.token);
    expect((await api(app.url, other).get('/tokens/list')).status).toBe(200);
    expect(third.text()).toBe('');
    await finish(wires[0]);
    expect(await third.until(/\}$/)).toMatch(/^HTTP\/1.1 200 /);
    await finish(wires[1]);
  });

  it('free their turn when their connection ends', async () => {
    const { wires } = await holdTurns();
    const [gone, next] = [list(token.token), list(token.token)];
    [gone, ...wires].forEach(({ socket }) => socket.destroy());
    expect(await next.until(/\}$/)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('are refused if their token is revoked while they wait', async () => {
    const revoked = await newToken();
    const { wires, finish } = await holdTurns();
    const waiting = list(revoked.token);
    await isKnown(revoked);
    await bed.database.query('UPDATE api_token SET revoked_at = now() WHERE token_id = $1', [revoked.tokenId]);
    await finish(wires[0]);
    expect(await waiting.until(/\}$/)).toMatch(/^HTTP\/1.1 401 [^]*"authentication_failed"/);
    await finish(wires[1]);
  });

  it('are told to come back after they have waited long enough', async () => {
    const patient = app;
    app = await bed.startApp('token-api', { REQUEST_WAIT_MS: '300' });
    const { wires, finish } = await holdTurns();
    const { status, headers, data } = await api(app.url, token).get('/tokens/list');
    expect([status, headers['retry-after'], data]).toEqual([
      429,
      '1',
      { type: 'client_error', errors: [{ code: 'throttled', detail: expect.stringContaining('the limit is 2'), attr: null }] },
    ]);
    await Promise.all(wires.map(finish));
    expect((await api(app.url, token).get('/tokens/list')).status).toBe(200);
    app = patient;
  });
});

describe('an answer is over', () => {
  const LARGE = Buffer.alloc(64 * 2 ** 20);
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  /** Starts a server that leaves its first answer open. */
  async function startServer() {
    const [answers, over]: [ServerResponse[], number[]] = [[], []];
    const server = createServer((request, response) => {
      const nth = answers.push(response);
      whenOver(request, response, () => over.push(nth));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    server.unref();
    return { server, answers, over, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('when it has been read to its end', async () => {
    const { server, answers, over, url } = await startServer();
    const { socket } = openWire(url);
    socket.pause();
    socket.write(GET);
    await eventually(() => expect(answers).toHaveLength(1));
    answers[0]?.end(LARGE);
    await new Promise((checked) => setImmediate(checked));
    expect(over).toEqual([]);
    socket.resume();
    await eventually(() => expect(over).toEqual([1]));
    socket.destroy();
    server.close();
  });

  it('when its connection has ended, including a pipelined answer that was never sent', async () => {
    const { server, answers, over, url } = await startServer();
    const { socket } = openWire(url);
    socket.write(GET.repeat(20));
    await eventually(() => expect(answers).toHaveLength(20));
    answers[1]?.end(LARGE);
    socket.destroy();
    await eventually(() => expect(over.toSorted((a, b) => a - b)).toEqual(answers.map((_, index) => index + 1)));
    server.close();
  });
});
