import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { compositeRsaKey, multiPrimeRsaKey } from '../../../test/builders/forged-keys.js';
import { KeyChecks } from './key-checks.service.js';
import { faultWords, type KeyFault, keyFault } from './key-fault.js';

const BYTES = 256;
const ACCOUNT = 1;
const rsa = generateKeyPairSync('rsa', { modulusLength: 8 * BYTES }).privateKey;
const own = rsa.export({ format: 'jwk' });
const keyOf = (changed: JsonWebKey): KeyObject => createPrivateKey({ format: 'jwk', key: { ...own, ...changed } });
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const big = (text = ''): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
function toText(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}
const long = (length = BYTES): string => {
  const bytes = randomBytes(length);
  bytes[0]! |= 0x80;
  bytes[length - 1]! |= 1;
  return bytes.toString('base64url');
};
const faultOf = (pem: string): Promise<KeyFault | null> => new KeyChecks().faultOf(new Secret(pem), ACCOUNT);

describe('the first look at a key', () => {
  it.each<[KeyFault, string, () => JsonWebKey]>([
    ['prime_size', 'p and q are as long as the modulus', () => ({ p: long(), q: long(), dp: long(), dq: long() })],
    ['modulus', 'p and q do not make the modulus', () => ({ q: own.p! })],
    ['dp', 'dP is another number', () => ({ dp: long() })],
    ['dp', 'dP is not below p', () => ({ dp: toText(big(own.dp) + big(own.p) - 1n) })],
    ['dp', 'dP and dQ are swapped', () => ({ dp: own.dq!, dq: own.dp! })],
    ['dq', 'dQ is another number', () => ({ dq: long() })],
    ['q_inv', 'qInv is another number', () => ({ qi: own.p! })],
    ['q_inv', 'p and q are swapped, with dP and dQ', () => ({ p: own.q!, q: own.p!, dp: own.dq!, dq: own.dp! })],
    ['exponent', 'the exponent is as long as the modulus', () => ({ e: long() })],
    ['exponent', 'the exponent is even', () => ({ e: toText(65_536n) })],
    ['d', 'd is not below the modulus', () => ({ d: own.n! })],
    ['d', 'd does not belong to the exponent', () => ({ d: toText(big(own.d) - 2n) })],
  ])('finds %s: %s', (fault, _, forged) => {
    expect(keyFault(keyOf(forged()))).toBe(fault);
  });

  it.each<[KeyFault, string, () => KeyObject]>([
    ['more_primes', 'numbers of a third prime', () => createPrivateKey(multiPrimeRsaKey(pemOf(rsa)))],
    ['size', '1024 bits', () => generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey],
    ['kind', 'RSA-PSS', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey],
    ['kind', 'Ed448', () => generateKeyPairSync('ed448').privateKey],
    ['curve', 'secp256k1', () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey],
  ])('finds %s: %s', (fault, _, key) => {
    expect(keyFault(key())).toBe(fault);
  });
});

describe('the check of a key', () => {
  it.each<[string, () => KeyObject]>([
    ['RSA, 2048 bits', () => rsa],
    ['RSA, 3072 bits, exponent 3', () => generateKeyPairSync('rsa', { modulusLength: 3072, publicExponent: 3 }).privateKey],
    ['RSA, 4096 bits', () => generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey],
    ['P-521', () => generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey],
    ['Ed25519', () => generateKeyPairSync('ed25519').privateKey],
  ])('accepts %s', async (_, key) => {
    expect(await faultOf(pemOf(key()))).toBeNull();
  });

  it.each([['p'], ['q']] as const)('finds that %s is not a prime, though all numbers belong together', async (number) => {
    const forged = compositeRsaKey(2048, [number]);
    expect(keyFault(createPrivateKey(forged))).toBeUndefined();
    expect(await faultOf(forged)).toBe('composite');
  });

  it('answers each of many simultaneous checks with its own result', async () => {
    const checks = new KeyChecks();
    const keys = [
      pemOf(rsa),
      compositeRsaKey(2048),
      '-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n',
      pemOf(keyOf({ qi: own.p! })),
    ];
    const many = [...keys, ...keys.toReversed(), ...keys];
    const faults = [null, 'composite', 'unreadable', 'q_inv'];
    expect(await Promise.all(many.map((pem, index) => checks.faultOf(new Secret(pem), index % 3)))).toEqual([
      ...faults,
      ...faults.toReversed(),
      ...faults,
    ]);
  });

  it('takes the accounts in turn', async () => {
    const checks = new KeyChecks();
    const order: number[] = [];
    const check = (account: number): Promise<unknown> => checks.faultOf(new Secret(pemOf(rsa)), account).then(() => order.push(account));
    await Promise.all([1, 1, 1, 1, 2, 3, 2].map(check));
    expect(order).toEqual([1, 1, 2, 3, 1, 2, 1]); // the first check begins before another account asks
  });
});

describe('the text of a fault', () => {
  it('is general when a newer version stored the fault', () => {
    expect([faultWords('composite'), faultWords('constructor')]).toEqual([
      'The numbers of the RSA key do not belong together: p or q is not a prime.',
      'A newer version of the service has refused the key.',
    ]);
  });
});
