import { describe, expect, it } from '@jest/globals';
import { parseAddressRanges } from '#libs/egress';
import { clientAddress } from './client-address.js';

const TRUSTED = parseAddressRanges('10.0.0.0/8,fd00::/8');
const from = (peer: string, headers: Readonly<Record<string, string>>, trusted = TRUSTED): string =>
  clientAddress({ peer, headers }, trusted);

describe('the address of a client', () => {
  it.each([
    ['no proxy', '198.51.100.7', {}, '198.51.100.7'],
    ['an untrusted peer names another address', '198.51.100.7', { 'x-forwarded-for': '203.0.113.1' }, '198.51.100.7'],
    ['a proxy names its caller', '10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7'],
    ['a proxy also passes on an invented address', '10.0.0.1', { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }, '198.51.100.7'],
    ['two proxies', '10.0.0.1', { 'x-forwarded-for': '198.51.100.7, 10.2.2.2' }, '198.51.100.7'],
    ['a proxy without a header', '10.0.0.1', {}, '10.0.0.1'],
    ['a proxy with an IPv4-mapped address', '::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.7:4711' }, '198.51.100.7'],
    ['a proxy uses the header of RFC 7239', 'fd00::1', { forwarded: 'for=203.0.113.1, proto=https;For="[2001:db8::7]:80"' }, '2001:db8::7'],
    ['a proxy hides its caller', '10.0.0.1', { forwarded: 'for=_hidden' }, '10.0.0.1'],
    ['a proxy with both headers', '10.0.0.1', { forwarded: 'for=203.0.113.1', 'x-forwarded-for': '203.0.113.2' }, '10.0.0.1'],
  ])('%s', (_, peer, headers, expected) => {
    expect(from(peer, headers)).toBe(expected);
  });

  it('is the address of the connection if no proxy is trusted', () => {
    expect(from('10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, [])).toBe('10.0.0.1');
  });

  it('is found in time even in a very long header', () => {
    expect(from('10.0.0.1', { 'x-forwarded-for': '10.0.0.1,'.repeat(100_000) })).toBe('10.0.0.1');
  });
});
