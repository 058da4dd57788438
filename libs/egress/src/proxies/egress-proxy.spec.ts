import { describe, expect, it } from '@jest/globals';
import { parseEgressProxies } from './egress-proxy.js';

describe('parseEgressProxies', () => {
  it('reads three proxies, with and without port, TLS and credentials', () => {
    const proxies = parseEgressProxies('http://a:3128, https://proxy.example ,http://us%40er:p%3Ass@[::1]:8080/');
    expect(proxies.map(({ authorization, ...rest }) => ({ ...rest, authorization: authorization?.reveal() }))).toEqual([
      { name: 'a:3128', host: 'a', port: 3128, isTls: false, authorization: undefined },
      { name: 'proxy.example:443', host: 'proxy.example', port: 443, isTls: true, authorization: undefined },
      {
        name: '[::1]:8080',
        host: '::1',
        port: 8080,
        isTls: false,
        authorization: `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
      },
    ]);
    expect(parseEgressProxies('')).toEqual([]);
  });

  it.each([
    'a:3128',
    'socks5://a:1080',
    'http://a:3128/path',
    'http://a:3128?x',
    'http://a:3128#x',
    'http://',
    'http://user:planted@a:99999',
  ])('refuses %s without repeating it', (text) => {
    expect(() => parseEgressProxies(text)).toThrow(/^must be URLs such as http:\/\/user:password@proxy-a\.internal:3128, comma-separated$/);
  });

  it.each([
    ['http://a', undefined, 80],
    ['http://user@a', 'user:', 80],
    ['http://:password@a', ':password', 80],
    ['https://50%:p@a', '50%:p', 443],
  ])('reads %s with the credentials %s, at port %d', (text, credentials, port) => {
    const [proxy] = parseEgressProxies(text);
    const basic = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect([proxy?.authorization?.reveal(), proxy?.port]).toEqual([basic, port]);
  });

  it('refuses the same proxy twice', () => {
    expect(() => parseEgressProxies('http://a:3128,http://x:y@a:3128')).toThrow('twice');
  });
});
