import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthority } from '../../../scripts/stack/certificates.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import {
  asBrokers,
  asCertificatesFile,
  asDatabaseUrl,
  asInteger,
  asOwnCertificateFile,
  asPort,
  asSecretsKeys,
  asUriReference,
  isPort,
} from './parsers.js';

const takes = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('a whole number', () => {
  it.each([
    ['-3', true],
    ['-4', false],
    ['7', true],
    ['8', false],
    ['0', true],
    ['', false],
    ['1.5', false],
    ['x1', false],
    ['1x', false],
    ['1e0', false],
    [' 1', false],
  ])('from -3 to 7: is "%s" one? %s', (text, expected) => {
    expect(takes(asInteger(-3, 7), text)).toBe(expected);
  });

  it('is refused with its bounds', () => {
    expect(() => asInteger(-3, 7)('8')).toThrow('must be a whole number from -3 to 7, not "8"');
  });
});

describe('a port', () => {
  it.each([
    [0, false],
    [1, true],
    [1.5, false],
    [65_535, true],
    [65_536, false],
  ])('%d: is it one? %s', (port, expected) => {
    expect(isPort(port)).toBe(expected);
  });

  it('to listen at may be 0, which means any port', () => {
    expect([asPort('0'), asPort('65535'), takes(asPort, '65536')]).toEqual([0, 65_535, false]);
  });
});

describe('brokers', () => {
  it.each([
    ['a:9092, [::1]:9092', true],
    ['a:65535', true],
    ['a:65536', false],
    ['a:0', false],
    ['a', false],
    ['kafka://a:9092', false],
    ['a:9092/x', false],
    ['a:9092,b', false],
    ['', false],
  ])('"%s": are they some? %s', (text, expected) => {
    expect(takes(asBrokers, text)).toBe(expected);
  });
});

describe('a database', () => {
  it.each([
    ['postgres://u:p@h:5432/d', true],
    ['postgresql://u:p@h:5432/d', true],
    ['mysql://u:p@h/d', false],
    ['planted', false],
  ])('%s: is it the URL of one? %s', (text, expected) => {
    expect(takes(asDatabaseUrl, text)).toBe(expected);
  });

  it('is refused without being repeated: it carries a password', () => {
    expect(() => asDatabaseUrl('mysql://u:planted@h/d')).toThrow(/^must be a URL such as postgres:\/\/user:password@host:5432\/database$/);
  });
});

describe('a reference to a URI', () => {
  it.each([
    ['https://example.org/tracking', true],
    ['urn:acme:tracking', true],
    ['/tracking', true],
    ['1urn:acme', false],
    ['', false],
  ])('"%s": is it one? %s', (text, expected) => {
    expect(takes(asUriReference, text)).toBe(expected);
  });
});

describe('keys of secrets', () => {
  const base64 = Buffer.alloc(32, 1).toString('base64');
  const other = Buffer.alloc(32, 2).toString('base64');

  it.each([
    [base64, true],
    [`new:${base64},old:${other}`, true],
    [`${'i'.repeat(32)}:${base64}`, true],
    [`${'i'.repeat(33)}:${base64}`, false],
    [`:${base64}`, false],
    [`a b:${base64}`, false],
    [`%${base64}`, false],
    [`${base64}%`, false],
    [Buffer.alloc(31).toString('base64'), false],
    [`one:${base64},one:${other}`, false],
    ['', false],
  ])('%s: are they some? %s', (text, expected) => {
    expect(takes(asSecretsKeys, text)).toBe(expected);
  });

  it('without an id get a short id that never changes', () => {
    const [[known], [again]] = [asSecretsKeys(base64), asSecretsKeys(`${other},${base64}`).slice(1)];
    expect(known?.id).toMatch(/^[0-9a-f]{8}$/);
    expect(again?.id).toBe(known?.id);
  });
});

describe('a file with certificates', () => {
  const RSA_1024 = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
  const folder = temporaryFolder();
  const named = (name: string): string => join(folder, name);

  beforeAll(async () => {
    const authority = await createAuthority();
    const [strong, weak] = [await authority.issue(), await authority.issue({ key: RSA_1024 })];
    writeFileSync(named('strong'), strong.cert);
    writeFileSync(named('weak'), weak.cert);
    writeFileSync(named('weak, then strong'), weak.cert + strong.cert);
    writeFileSync(named('key'), strong.key);
  });

  it.each([
    ['strong', true, true],
    ['weak', false, false],
    ['weak, then strong', true, false],
    ['key', false, false],
    ['nowhere', false, false],
  ])('%s: is accepted for authorities: %s, for our own certificate: %s', (name, isTaken, isTakenAsOwn) => {
    expect([takes(asCertificatesFile, named(name)), takes(asOwnCertificateFile, named(name))]).toEqual([isTaken, isTakenAsOwn]);
  });

  it('is named when its key is too weak for OpenSSL', () => {
    const fault = `needs an RSA key of 2048 bits or more, or an elliptic curve; ${named('weak')} has a weaker key`;
    expect(() => asCertificatesFile(named('weak'))).toThrow(fault);
    expect(() => asOwnCertificateFile(named('weak'))).toThrow(fault);
  });

  it('is optional', () => {
    expect([asCertificatesFile(''), asOwnCertificateFile('')]).toEqual(['', '']);
  });
});
