import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { keyFault, trialFault } from './key-fault.js';
import type { KeyTrial } from './key-trial.worker.js';
import { KeyTrials } from './key-trials.client.js';

const BYTES = 256;
const rsa = generateKeyPairSync('rsa', { modulusLength: 8 * BYTES }).privateKey;
const own = rsa.export({ format: 'jwk' });
const keyOf = (changed: JsonWebKey): KeyObject => createPrivateKey({ format: 'jwk', key: { ...own, ...changed } });

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

describe('the numbers of an RSA key', () => {
  it.each<[string, () => KeyObject]>([
    ['2048 bits', () => rsa],
    ['3072 bits, exponent 3', () => generateKeyPairSync('rsa', { modulusLength: 3072, publicExponent: 3 }).privateKey],
    ['4096 bits', () => generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey],
  ])('as they are generated are taken: %s', (_, key) => {
    expect(keyFault(key())).toBeUndefined();
  });

  it.each<[string, () => JsonWebKey]>([
    ['p or q is longer than half of its modulus', () => ({ p: long(), q: long(), dp: long(), dq: long() })],
    ['p and q do not make its modulus', () => ({ q: own.p! })],
    ['dP does not belong to p', () => ({ dp: long() })],
    ['dQ does not belong to q', () => ({ dq: long() })],
    ['dP does not belong to p', () => ({ dp: toText(big(own.dp) + big(own.p) - 1n) })],
    ['qInv does not belong to p and q', () => ({ qi: own.p! })],
    ['its public exponent is not an odd number of 2 to 64 bits', () => ({ e: long() })],
    ['its public exponent is not an odd number of 2 to 64 bits', () => ({ e: toText(65_536n) })],
    ['d is not below its modulus', () => ({ d: own.n! })],
  ])('are refused where %s', (fault, forged) => {
    expect(keyFault(keyOf(forged()))).toBe(`The numbers of the RSA key do not belong together: ${fault}.`);
  });
});

describe('a trial signature', () => {
  const trials = new KeyTrials();
  afterAll(() => trials.onApplicationShutdown());
  const refusalOf = (key: KeyObject): Promise<string | undefined> =>
    trials.refusalOf(new Secret(key.export({ type: 'pkcs8', format: 'pem' }).toString()));

  it.each<[string, () => KeyObject]>([
    ['RSA with 2048 bits', () => rsa],
    ['RSA with 4096 bits', () => generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey],
    ['P-521', () => generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey],
    ['Ed25519', () => generateKeyPairSync('ed25519').privateKey],
  ])('lets pass %s', async (_, key) => {
    expect(await refusalOf(key())).toBeUndefined();
  });

  it('is not made with forged numbers', async () => {
    expect(await refusalOf(keyOf({ p: long(), q: long(), dp: long(), dq: long() }))).toMatch(/^The numbers of the RSA key/);
  });

  it('of a forged key costs more than five signatures of a sound one', async () => {
    const wide = generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey.export({ format: 'jwk' });
    const [p, q, dp, dq] = Array.from({ length: 4 }, () => long(512)) as [string, string, string, string];
    const forged = createPrivateKey({ format: 'jwk', key: { ...wide, p, q, dp, dq } });
    const worker = new Worker(new URL('./key-trial.worker.ts', import.meta.url));
    worker.postMessage(forged.export({ type: 'pkcs8', format: 'pem' }));
    const [trial] = (await once(worker, 'message')) as [KeyTrial];
    await worker.terminate();
    expect(trialFault(trial)).toBe('A signature with the key takes more than 5 times as long as with another RSA key of 4096 bits.');
  });

  it('that fails refuses the key, and the next key is tried', async () => {
    const unsigning = new Secret('-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n');
    expect(await trials.refusalOf(unsigning)).toBe('The key could not be read.');
    expect(await refusalOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)).toBeUndefined();
  });
});
