import { describe, expect, it } from '@jest/globals';
import { isFromOwnPages } from './own-pages.guard.js';
import { isLoopbackHost, placeOf, readCookie, replacedSecret, toSetCookie } from './session-cookie.js';
import { isSessionSecret, toSessionSecret } from './session-secret.js';

const HOST = 'webhooks.example:8443';

describe('a request', () => {
  it.each([
    ['no browser', {}, true],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, false],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['an unknown word', { 'sec-fetch-site': 'friendly' }, false],
    ['two words', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
    ['an empty word', { 'sec-fetch-site': '' }, false],
    ['the same origin, but another Origin', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
    ['another site, but our Origin', { 'sec-fetch-site': 'cross-site', origin: `https://${HOST}` }, false],
    ['our Origin', { origin: `https://${HOST}` }, true],
    ['our Origin, in capitals', { origin: 'https://WEBHOOKS.EXAMPLE:8443' }, true],
    ['our Origin before a proxy that speaks TLS', { origin: `http://${HOST}` }, true],
    ['another host', { origin: 'https://evil.example' }, false],
    ['another port', { origin: 'https://webhooks.example' }, false],
    ['a subdomain', { origin: `https://a.${HOST}` }, false],
    ['an opaque Origin', { origin: 'null' }, false],
    ['an empty Origin', { origin: '' }, false],
    ['two Origins', { origin: `https://${HOST}, https://evil.example` }, false],
  ])('of %s comes from our own pages or from no browser: %j → %s', (_, headers, expected) => {
    expect(isFromOwnPages({ host: HOST, ...headers }, undefined)).toBe(expected);
  });

  it.each([
    ['no browser', {}, true],
    ['the public origin', { origin: 'https://webhooks.example' }, true],
    ['the public origin, in capitals', { origin: 'HTTPS://Webhooks.Example' }, true],
    ['the public origin behind a proxy', { host: 'internal', origin: 'https://webhooks.example' }, true],
    ['the same host without TLS', { origin: 'http://webhooks.example' }, false],
    ['another port', { origin: 'https://webhooks.example:8443' }, false],
    ['the host of the request', { host: 'rebound.example', origin: 'https://rebound.example', 'sec-fetch-site': 'same-origin' }, false],
    ['an opaque Origin', { origin: 'null' }, false],
    ['another site', { origin: 'https://webhooks.example', 'sec-fetch-site': 'cross-site' }, false],
  ])('of %s, where PUBLIC_URL is set: %j → %s', (_, headers, expected) => {
    expect(isFromOwnPages({ host: 'webhooks.example', ...headers }, 'https://webhooks.example')).toBe(expected);
  });

  it('without a Host has no own pages', () => {
    expect(isFromOwnPages({ origin: 'https://a.example' }, undefined)).toBe(false);
  });
});

describe('a host', () => {
  it.each(['localhost', 'localhost:8080', 'LOCALHOST', 'a.b.localhost:1', '127.0.0.1', '127.8.9.1:65535', '[::1]', '[::1]:8080'])(
    '%s is loopback',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each(['', 'webhooks.example', 'localhost.example', 'notlocalhost', '127.0.0.1.example', '128.0.0.1', '[::2]', '10.0.0.1:8080'])(
    '%s is not',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});

describe('the cookie', () => {
  it.each([
    ['localhost:8080', false, 'session=x; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict'],
    ['localhost:8080', true, 'session-embedded=x; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=None; Partitioned'],
    [HOST, false, '__Host-session=x; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict'],
    [HOST, true, '__Host-session-embedded=x; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=None; Partitioned'],
    [undefined, false, '__Host-session=x; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict'],
  ])('of the host %s, embedded %s: %s', (host, isEmbedded, expected) => {
    expect(toSetCookie({ host, isEmbedded }, 'x')).toBe(expected);
    expect(toSetCookie({ host, isEmbedded }, '')).toBe(expected.replace('=x', '=').replace('28800', '0'));
  });

  const all = 'a=1; session=s1; session-embedded=s2; __Host-session=s3; __Host-session-embedded=s4';

  it.each([
    [{ host: 'localhost' }, 's1'],
    [{ host: 'localhost', 'x-session': 'embedded' }, 's2'],
    [{ host: HOST }, 's3'],
    [{ host: HOST, 'x-session': 'embedded' }, 's4'],
    [{ host: HOST, 'x-session': 'other' }, 's3'],
  ])('that a request with %j reads is %s alone', (headers, expected) => {
    expect(readCookie(placeOf(headers), all)).toBe(expected);
  });

  it.each([undefined, '', 'session', 'session=', 'xsession=a', '__Host-session=a'])('is not in %s', (header) => {
    expect(readCookie({ host: 'localhost', isEmbedded: false }, header)).toBeUndefined();
  });

  it('of another form replaces no session', () => {
    const place = { host: 'localhost', isEmbedded: false };
    const secret = toSessionSecret(new Uint8Array(32).fill(255));
    expect([isSessionSecret(secret), replacedSecret(place, `session=${secret}`), replacedSecret(place, 'session=short')]).toEqual([
      true,
      secret,
      undefined,
    ]);
  });
});
