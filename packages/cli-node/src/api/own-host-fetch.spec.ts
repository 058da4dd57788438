// The token against servers that want it, and servers that never end.
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { httpServer, type HttpServer } from '../../../../test/support/http-server.js';
import { type Limits, ownHostFetch } from './own-host-fetch.js';
import { serviceAddress } from './service-address.js';
import { versionNote } from './version-note.js';

const servers: HttpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function ask(serve: RequestListener, limits?: Limits): Promise<Response> {
  const server = await httpServer(serve);
  servers.push(server);
  return ownHostFetch(limits)(new Request(`${server.url}/events`, { headers: { token: 't' } }));
}

describe('a request with a token', () => {
  it.each([301, 302, 303, 307, 308])('follows no redirect (%d)', async (status) => {
    let thieves = 0;
    const thief = await httpServer((_, response) => void response.end(String(thieves++)));
    servers.push(thief);
    const asked = ask((_, response) => response.writeHead(status, { location: `${thief.url}/events` }).end());
    await expect(asked).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining(`redirects to ${thief.url}`) });
    expect(thieves).toBe(0);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['never answers', () => undefined, /no answer within 0.1 s/],
    [
      'stops within its answer',
      (_, response) => void response.writeHead(200, { 'content-length': 10 }).write('{'),
      /no answer within 0.1 s/,
    ],
    ['breaks off', (_, response) => void response.socket?.resetAndDestroy(), /does not answer/],
    [
      'breaks off within its answer',
      (_, response) => response.writeHead(200, { 'content-length': 10 }).write('{', () => response.destroy()),
      /does not answer/,
    ],
    ['speaks no HTTP', (_, response) => void response.socket?.end('SSH-2.0\r\n\r\n'), /does not answer/],
  ])('ends when the server %s', async (_, serve, message) => {
    await expect(ask(serve, { timeoutMs: 100 })).rejects.toMatchObject({ exitCode: 3, message: expect.stringMatching(message) });
  });

  it('ends when the answer never ends', async () => {
    const flood: RequestListener = (_, response) => {
      const write = (): void => void (response.writableEnded || response.destroyed || response.write('x'.repeat(65_536), write));
      write();
    };
    await expect(ask(flood, { mostBytes: 1_000_000 })).rejects.toThrow('more than 1000000 bytes');
  });

  it('returns what the server answers', async () => {
    const answer = await ask((_, response) => response.writeHead(404, { 'x-request-id': 'r' }).end('{"a":1}'));
    expect([answer.status, answer.headers.get('x-request-id'), await answer.json()]).toEqual([404, 'r', { a: 1 }]);
  });
});

describe('the address of the service', () => {
  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example/', 'https://a.example'],
    ['https://a.example/webhooks//', 'https://a.example/webhooks'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('%s', (given, expected) => expect(serviceAddress(given, { allowHttp: false })).toBe(expected));

  it.each([
    'http://a.example',
    'http://10.0.0.1',
    'http://127.0.0.1.a.example',
    'ftp://a',
    'a.example',
    'https://u:p@a.example',
    'https://a/?q',
    '',
  ])('cannot be %s', (given) => expect(() => serviceAddress(given, { allowHttp: false })).toThrow(/address|http/));

  it('may be http when the user says so', () => expect(serviceAddress('http://a.example', { allowHttp: true })).toBe('http://a.example'));
});

describe('the version of the service', () => {
  it.each([
    ['1.3.0', '1.2.0', /is newer than this command \(1.2.0\)/],
    ['2.0.0', '1.9.0', /is newer/],
    ['1.9.0', '1.10.0', /is older/],
    ['undefined', '1.0.0', /cannot read/],
  ])('%s differs from %s', (service, own, expected) => expect(versionNote(service, own)).toMatch(expected));

  it.each([
    ['1.2.0', '1.2.9'],
    ['1.0.0-rc.2', '1.0.0'],
  ])('%s is as good as %s', (service, own) => expect(versionNote(service, own)).toBeUndefined());
});
