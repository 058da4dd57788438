import { describe, expect, it } from '@jest/globals';
import { isRefusedAddress, parseAddressRanges } from './address-guard.js';
import { parseReceiverUrl } from './receiver-url.js';

describe('isRefusedAddress', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '161.26.0.10',
    '166.11.255.255',
    '199.36.153.10',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:4136:e378::',
    '2001:db8::1',
    'fec0::1',
    '::7f00:1',
    '::10.0.0.1',
    '::8.8.8.8',
    '5f00::1',
    '3fff::1',
    '4000::1',
    '2130706433',
    '127.1',
    '0x7f.0.0.1',
    'not-an-address',
  ])('refuses %s', (address) => {
    expect(isRefusedAddress(address, [])).toBe(true);
  });

  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8'])('takes %s', (address) => {
    expect(isRefusedAddress(address, [])).toBe(false);
  });

  it.each([
    ['127.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['fd00::1', false],
    ['10.1.2.2', true],
    ['10.1.2.3', false],
    ['10.1.2.4', true],
    ['fc00::6', true],
    ['fc00::7', false],
    ['fc00::8', true],
    ['::1', true],
    ['192.168.0.1', true],
  ])('with the operator’s allowed ranges, is %s refused? %s', (address, expected) => {
    expect(isRefusedAddress(address, parseAddressRanges('127.0.0.0/8, fd00::/8,10.1.2.3,,fc00::7'))).toBe(expected);
  });

  it('names an invalid range', () => {
    expect(() => parseAddressRanges('10.0.0.0/99')).toThrow('must be CIDRs');
  });
});

describe('parseReceiverUrl', () => {
  it.each([
    ['', 'no absolute URL'],
    ['shop.example/hook', 'no absolute URL'],
    ['http://shop.example/hook', 'must begin with https://'],
    ['ftp://shop.example/hook', 'must begin with https://'],
    ['https://user@shop.example/', 'user name or password'],
    ['https://user:secret@shop.example/', 'user name or password'],
    ['https://:secret@shop.example/', 'user name or password'],
    ['https://shop.example/#top', 'fragment'],
    ['https://127.0.0.1/hook', 'leads to 127.0.0.1'],
    ['https://2130706433/', 'leads to 127.0.0.1'],
    ['https://0x7f.1/', 'leads to 127.0.0.1'],
    ['https://0177.0.0.1/', 'leads to 127.0.0.1'],
    ['https://[::1]/', 'leads to ::1'],
    ['https://[::ffff:169.254.169.254]/', 'no public address'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'at most 2048'],
    [`https://shop.example/${'😀'.repeat(2028)}`, 'has 2049 characters'],
    ['https://shop.example:0/', 'port 0'],
    ['https://shop..example/', 'no name server can know'],
    ['https://.shop.example/', 'no name server can know'],
    ['https://shop.example../', 'no name server can know'],
    [`https://${'a'.repeat(64)}.example/`, '1 to 63 between two dots'],
    [`https://${'a.'.repeat(126)}ab/`, '253 characters at most'],
  ])('refuses %s', (text, reason) => {
    expect(parseReceiverUrl(text, [])).toEqual({ ok: false, detail: expect.stringContaining(reason) });
  });

  it.each([
    `https://${'a'.repeat(63)}.example/`,
    `https://${'a.'.repeat(126)}b/`,
    `https://${'a.'.repeat(126)}b./`,
    'https://my_shop.example/',
    `https://shop.example/${'😀'.repeat(2027)}`,
  ])('takes %s', (text) => {
    expect(parseReceiverUrl(text, [])).toMatchObject({ ok: true });
  });

  it('accepts a public name and an allowed address', () => {
    expect(parseReceiverUrl('https://shop.example:8443/hook?shop=1', [])).toMatchObject({ ok: true, ipLiteral: undefined });
    expect(parseReceiverUrl('https://127.0.0.1:4433/', parseAddressRanges('127.0.0.0/8'))).toMatchObject({
      ok: true,
      ipLiteral: '127.0.0.1',
    });
  });
});
