import 'reflect-metadata';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { ServerIdentity } from '../../scripts/stack/certificates.js';

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
/** The longest modulus for which OpenSSL accepts a public exponent of any size. */
const MODULUS_BITS = 3072;
/** Makes signing fast; verifying takes 10 ms. */
const PRIVATE_EXPONENT = 65_537n;

const toNumber = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
function toText(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

/** @returns x with a·x ≡ 1 (mod m) */
function inverse(a: bigint, m: bigint): bigint {
  let [rest, next, x, nextX] = [m, a % m, 0n, 1n];
  while (next > 0n) {
    const quotient = rest / next;
    [rest, next, x, nextX] = [next, rest - quotient * next, nextX, x - quotient * nextX];
  }
  return ((x % m) + m) % m;
}

/** An RSA key whose public exponent is as long as its modulus. */
async function slowKeys(): Promise<webcrypto.CryptoKeyPair> {
  const jwk = generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS }).privateKey.export({ format: 'jwk' });
  const phi = (toNumber(jwk.p!) - 1n) * (toNumber(jwk.q!) - 1n);
  const [d, e] = [toText(PRIVATE_EXPONENT), toText(inverse(PRIVATE_EXPONENT, phi))];
  const { subtle } = webcrypto;
  return {
    privateKey: await subtle.importKey('jwk', { ...jwk, e, d, dp: d, dq: d } as webcrypto.JsonWebKey, ALGORITHM, true, ['sign']),
    publicKey: await subtle.importKey('jwk', { kty: 'RSA', n: jwk.n!, e }, ALGORITHM, true, ['verify']),
  };
}

/** Returns a server certificate followed by `length` intermediates that chain to no root. Each intermediate costs 1.4 KB and 10 ms. */
export async function costlyChain(length: number): Promise<ServerIdentity> {
  const keys = await slowKeys();
  const day = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) };
  const issue = (index: number): Promise<{ toString: (format: 'pem') => string }> =>
    X509CertificateGenerator.create(
      {
        subject: `CN=c${index}`,
        issuer: `CN=c${index + 1}`,
        publicKey: keys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...day,
        extensions: index === 0 ? [] : [new BasicConstraintsExtension(true)],
      },
      webcrypto,
    );
  const certificates = await Promise.all(Array.from({ length: length + 1 }, (_, index) => issue(index)));
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    cert: certificates.map((certificate) => certificate.toString('pem')).join('\n'),
  };
}
