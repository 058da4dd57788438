// The POSTs of `listen` against servers on this machine that fail in every way.
import type { IncomingMessage, RequestListener } from 'node:http';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Secret } from '#libs/config';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { httpServer, type HttpServer } from '../../../../test/support/http-server.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Output } from '../output/output.js';
import { beginOf } from './begin.js';
import { forwardUrl } from './forward-url.js';
import { Forwarder } from './forwarder.js';
import { ListenerLock } from './listener-lock.js';
import { localWebhook, rawHeaders } from './local-request.js';
import { growingMs } from './pause.js';
import { postLocal } from './post-local.js';
import { readRecording, Recording } from './recording.js';
import { PLAIN_FORM } from './webhook-form.js';

const SECRET = new Secret(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
const servers: HttpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(listener: RequestListener, port?: number): Promise<URL> {
  const server = await httpServer(listener, port);
  servers.push(server);
  return new URL(`${server.url}/hook`);
}

const post = (url: URL, timeoutMs = 10_000): ReturnType<typeof postLocal> =>
  postLocal({ url, path: '/hook', headers: ['host', url.host, 'content-length', '2'], body: '{}', timeoutMs });

describe('where to forward', () => {
  it.each(['http://localhost:3000/hook', 'http://127.0.0.1/', 'http://127.1.2.3:1', 'http://[::1]:3000/a?b=c', 'http://shop.localhost/'])(
    'may be %s',
    (url) => expect(forwardUrl(url).href).toBe(new URL(url).href),
  );
  it.each([
    'https://localhost/',
    'http://10.0.0.1/',
    'http://shop.example/',
    'http://localhost.shop.example/',
    'http://127.0.0.1.nip.io/',
    'http://[::2]/',
    'http://u:p@localhost/',
    'localhost:3000',
    'ftp://localhost/',
    '',
  ])('cannot be %s', (url) => expect(() => forwardUrl(url)).toThrow('--forward'));
});

describe('where to begin', () => {
  const now = Date.parse('2026-03-30T10:00:00Z');
  const saved = { after: 'p', done: ['e'], savedAt: '2026-03-29T10:00:00Z' };
  it.each([
    [undefined, undefined, 'end', []],
    [undefined, saved, 'p', ['e']],
    ['end', saved, 'end', []],
    ['oldest', saved, '0', []],
    ['2h', undefined, '2026-03-30T08:00:00.000Z', []],
    ['1d', undefined, '2026-03-29T10:00:00.000Z', []],
    ['2026-03-30T09:00:00+02:00', undefined, '2026-03-30T09:00:00+02:00', []],
  ])('since %j, with %j', (since, position, after, done) => {
    expect(beginOf(since, position, now)).toMatchObject({ after, done });
  });
  it.each(['', 'yesterday', '2026-03-30', '2026-03-30T10:00:00', '2026-13-30T10:00:00Z', '2w', '-1h'])('cannot be %j', (since) =>
    expect(() => beginOf(since, undefined, now)).toThrow('--since'),
  );
});

describe('a POST', () => {
  it.each([200, 204, 301, 404, 410, 429, 500, 503])('with the answer %d is answered', async (status) => {
    const url = await serve((_, response) => response.writeHead(status, { location: 'http://elsewhere.example/' }).end());
    const redirect = status === 301 ? { location: 'http://elsewhere.example/' } : {};
    expect(await post(url)).toEqual({ kind: 'answered', status, ms: expect.any(Number), ...redirect });
  });

  it('follows no redirect', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/other' }).end();
    });
    expect(await post(url)).toMatchObject({ status: 307 });
    expect(asked).toEqual(['/hook']);
  });

  it.each<[string, RequestListener, string]>([
    ['never answers', () => undefined, 'no whole answer within 0.1 s'],
    ['never ends its answer', (_, response) => void response.writeHead(200).write('a'), 'no whole answer within 0.1 s'],
    ['closes', (request) => void request.socket.destroy(), 'the connection was closed before the whole answer came'],
    [
      'closes within its answer',
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('a', () => response.destroy()),
      'the connection was closed before the whole answer came',
    ],
    ['speaks no HTTP', (request) => void request.socket.end('SSH-2.0\r\n'), 'Parse Error: Expected HTTP/, RTSP/ or ICE/'],
    [
      'changes the protocol',
      (request) => void request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'it answers by switching to another protocol',
    ],
  ])('to a server that %s has no answer', async (_, listener, reason) => {
    expect(await post(await serve(listener), 100)).toMatchObject({ kind: 'unanswered', reason: expect.stringContaining(reason) });
  });

  it('to a port where nobody listens has no answer', async () => {
    const url = await serve(() => undefined);
    await servers.pop()!.close();
    expect(await post(url)).toMatchObject({ kind: 'unanswered', reason: 'nothing listens there' });
  });

  it('with an endless answer is answered: the status counts', async () => {
    const url = await serve((_, response) => {
      const write = (): void => void (response.destroyed || response.write('x'.repeat(65_536), write));
      write();
    });
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('uses a connection of its own, so that no kept connection breaks under it', async () => {
    const sockets = new Set<unknown>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    await post(url);
    await post(url);
    expect(sockets.size).toBe(2);
  });
});

const webhook = localWebhook(trackingEvent({ account: 1 }).payload, new URL('http://localhost/hook?a=b'), {
  ...PLAIN_FORM,
  queryParameters: ['courier', 'tracking_number'],
});

describe('a webhook', () => {
  it('has the path, the headers and a signature that verifies', async () => {
    const got: { raw?: string[]; url?: string | undefined; body?: string } = {};
    const take = async (request: IncomingMessage): Promise<void> => {
      Object.assign(got, { raw: request.rawHeaders, url: request.url, body: await text(request) });
    };
    const url = await serve((request, response) => void take(request).then(() => response.end()));
    const headers = rawHeaders(webhook, url.host, { secret: SECRET, nowMs: Date.now() });
    await postLocal({ url, path: webhook.path, headers, body: webhook.body, timeoutMs: 10_000 });
    expect(got.url).toBe('/hook?a=b&courier=dhl-germany&tracking_number=0034%200434%20%26%201610');
    expect(got.raw).toEqual(headers);
    const named = Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!]] : [])));
    expect(new Webhook(SECRET.reveal()).verify(got.body!, named)).toEqual(JSON.parse(webhook.body));
  });

  it('without signing has no headers of a signature', () => {
    const headers = rawHeaders({ ...webhook, isSigned: false }, 'localhost', { secret: SECRET, nowMs: 0 });
    expect(headers.filter((each) => each.startsWith('webhook-'))).toEqual([]);
  });

  it.each([
    null,
    {},
    'a',
    { eventid: 'a\r\nb', event: 'x', references: {}, data: {} },
    { eventid: 'a', event: 'x', references: { courier: 1 }, data: {} },
  ])('cannot be %j', (payload) =>
    expect(() => localWebhook(payload, new URL('http://localhost/'), PLAIN_FORM)).toThrow('does not understand'),
  );
});

function forwarderTo(url: URL): { forwarder: Forwarder; lines: string[]; stop: () => void; breakOff: () => void } {
  const lines: string[] = [];
  const sink = { write: (text: string) => lines.push(text) };
  const [stopping, breaking] = [new AbortController(), new AbortController()];
  const output = new Output({ out: sink, err: sink, env: {} });
  const options = {
    url,
    secret: SECRET,
    timeoutMs: 10_000,
    output,
    stopping: stopping.signal,
    breaking: breaking.signal,
    waitMs: () => 60_000,
  };
  const forwarder = new Forwarder(options);
  return { forwarder, lines, stop: () => stopping.abort(), breakOff: () => breaking.abort() };
}

describe('the forwarder', () => {
  it('tries again without an answer, at once when asked, and shows both', async () => {
    let posts = 0;
    const url = await serve((request, response) => (posts++ === 0 ? request.socket.destroy() : response.writeHead(500).end()));
    const { forwarder, lines } = forwarderTo(url);
    const delivered = forwarder.deliver(webhook);
    await waitFor(() => lines.some((line) => line.includes('tries again')));
    await forwarder.again();
    expect(await delivered).toBe(true);
    expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms').slice(8))).toEqual([
      expect.stringContaining(`no answer: the connection was closed before the whole answer came in n ms  ${webhook.eventid}`),
      expect.stringContaining('tries again in 60 s'.slice(0, 5)),
      expect.stringContaining(`500 in n ms  ${webhook.eventid}`),
    ]);
  });

  it('sends the last webhook again, after the one under way', async () => {
    const [ids, open]: [string[], (() => void)[]] = [[], []];
    const url = await serve((request, response) => {
      ids.push(String(request.headers['webhook-id']));
      open.push(() => response.end());
    });
    const { forwarder, lines } = forwarderTo(url);
    await forwarder.again();
    expect(lines.join('')).toContain('no event to send again');
    const first = forwarder.deliver(webhook);
    await waitFor(() => open.length === 1);
    const again = forwarder.again();
    const second = forwarder.deliver({ ...webhook, eventid: 'second' });
    for (const at of [0, 1, 2]) {
      await waitFor(() => open.length === at + 1);
      open[at]!();
    }
    await Promise.all([first, again, second]);
    expect(ids).toEqual([webhook.eventid, webhook.eventid, 'second']);
    expect(lines.filter((line) => line.includes('(again)'))).toHaveLength(1);
  });

  it('ends while it waits', async () => {
    const url = await serve((request) => void request.socket.destroy());
    const { forwarder, lines, stop } = forwarderTo(url);
    const delivered = forwarder.deliver(webhook);
    await waitFor(() => lines.some((line) => line.includes('tries again')));
    stop();
    expect(await delivered).toBe(false);
  });

  it('waits for the answer under way when it is stopped, and breaks off when asked twice', async () => {
    let answer: (() => void) | undefined;
    const url = await serve((_, response) => void (answer = () => response.end()));
    const [one, two] = [forwarderTo(url), forwarderTo(url)];
    const delivered = one.forwarder.deliver(webhook);
    await waitFor(() => answer !== undefined);
    one.stop();
    answer!();
    expect(await delivered).toBe(true);
    const broken = two.forwarder.deliver(webhook);
    two.stop();
    two.breakOff();
    expect(await broken).toBe(false);
  });

  it('lets no text of an event reach the terminal unchanged', async () => {
    const { forwarder, lines } = forwarderTo(await serve((_, response) => response.end()));
    await forwarder.deliver({ ...webhook, event: 'on\u001b[2J', courier: 'a\nb', trackingNumber: '\u202e1' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('on\ufffd[2J');
    expect(lines[0]).toContain('a\ufffdb \ufffd1');
  });

  it('waits longer each time, up to half a minute', () =>
    expect([0, 1, 2, 5, 99].map(growingMs)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]));
});

describe('the lock', () => {
  it('lets one listener at a time run', () => {
    const path = join(temporaryFolder(), 'a');
    const [one, two] = [new ListenerLock(path), new ListenerLock(path)];
    one.take();
    expect(() => two.take()).toThrow(`Process ${process.pid} already forwards`);
    two.release();
    one.mustHold();
    one.release();
    two.take();
    two.mustHold();
  });

  it.each(['{"pid":4194303,"id":"killed"}', '', 'junk'])('of a killed listener (%s) is taken over', (left) => {
    const path = join(temporaryFolder(), 'a');
    writeFileSync(`${path}.lock`, left);
    const lock = new ListenerLock(path);
    lock.take();
    lock.mustHold();
  });

  it('that another took ends the listener before it saves', () => {
    const path = join(temporaryFolder(), 'a');
    const lock = new ListenerLock(path);
    lock.take();
    writeFileSync(`${path}.lock`, '{"pid":1,"id":"other"}');
    expect(() => lock.mustHold()).toThrow('Another listener has taken over');
  });
});

describe('a recording', () => {
  it('is private, and gives back the same webhooks for another address', () => {
    const file = join(temporaryFolder(), 'a.jsonl');
    writeFileSync(file, '', { mode: 0o644 });
    new Recording(file).add(webhook, new URL('http://localhost/hook?a=b'));
    new Recording(file).add({ ...webhook, path: '/hook?a=b' }, new URL('http://localhost/hook?a=b'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const query = 'courier=dhl-germany&tracking_number=0034%200434%20%26%201610';
    expect(readRecording(file, new URL('http://[::1]:99/other'))).toEqual([
      { ...webhook, path: `/other?${query}` },
      { ...webhook, path: '/other' },
    ]);
  });

  it.each(['junk', '{}', '[]', 'null', '{"eventid":"a\\r\\nb"}'])('with the line %s is refused', (line) => {
    const file = join(temporaryFolder(), 'a.jsonl');
    new Recording(file).add(webhook, new URL('http://localhost/hook'));
    writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`);
    expect(() => readRecording(file, new URL('http://localhost/'))).toThrow('Line 2 of');
  });
});
