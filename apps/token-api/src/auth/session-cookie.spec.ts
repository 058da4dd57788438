import { describe, expect, it } from '@jest/globals';
import { isFromOwnPages } from './own-pages.guard.js';
import { isLoopbackHost, placeOf, readCookie, replacedSecret, toSetCookie } from './session-cookie.js';
import { isSessionSecret, toSessionSecret } from './session-secret.js';

const HOST = 'webhooks.example:8443';

describe('isFromOwnPages', () => {
  it.each([
    ['no browser', {}, true],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, false],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['an unknown Sec-Fetch-Site', { 'sec-fetch-site': 'friendly' }, false],
    ['two values of Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
    ['an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }, false],
    ['the same origin, but another Origin', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
    ['another site, but the Origin of the host', { 'sec-fetch-site': 'cross-site', origin: `https://${HOST}` }, false],
    ['the Origin of the host', { origin: `https://${HOST}` }, true],
    ['the Origin of the host, in capitals', { origin: 'https://WEBHOOKS.EXAMPLE:8443' }, true],
    ['the Origin of the host, with another scheme', { origin: `http://${HOST}` }, true],
    ['another host', { origin: 'https://evil.example' }, false],
    ['another port', { origin: 'https://webhooks.example' }, false],
    ['a subdomain', { origin: `https://a.${HOST}` }, false],
    ['an opaque Origin', { origin: 'null' }, false],
    ['an empty Origin', { origin: '' }, false],
    ['two Origins', { origin: `https://${HOST}, https://evil.example` }, false],
  ])('%s, %j → %s', (_, headers, expected) => {
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
  ])('with PUBLIC_URL: %s, %j → %s', (_, headers, expected) => {
    expect(isFromOwnPages({ host: 'webhooks.example', ...headers }, 'https://webhooks.example')).toBe(expected);
  });

  it('a request without a Host → false', () => {
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
    '%s is not loopback',
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
  ])('for host %s, embedded %s, is %s', (host, isEmbedded, expected) => {
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
  ])('of a request with %j is %s', (headers, expected) => {
    expect(readCookie(placeOf(headers), all)).toBe(expected);
  });

  it.each([undefined, '', 'session', 'session=', 'xsession=a', '__Host-session=a'])('is absent from %s', (header) => {
    expect(readCookie({ host: 'localhost', isEmbedded: false }, header)).toBeUndefined();
  });

  it('replaces no session if it is not a session secret', () => {
    const place = { host: 'localhost', isEmbedded: false };
    const secret = toSessionSecret(new Uint8Array(32).fill(255));
    expect([isSessionSecret(secret), replacedSecret(place, `session=${secret}`), replacedSecret(place, 'session=short')]).toEqual([
      true,
      secret,
      undefined,
    ]);
  });
});
