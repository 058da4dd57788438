import { createPrivateKey, randomBytes } from 'node:crypto';

/** An odd number of exactly so many bytes. */
function longNumber(bytes: number): Buffer {
  const number = randomBytes(bytes);
  number[0]! |= 0x80;
  number[bytes - 1]! |= 1;
  return number;
}

/**
 * The RSA key with p, q, dP and dQ as long as its modulus. It belongs to the same certificate and signs as the sound key does, but OpenSSL
 * computes eighteen times as long.
 * @param pem of the sound key, PKCS #8
 */
export function forgedRsaKey(pem: string): string {
  const jwk = createPrivateKey(pem).export({ format: 'jwk' });
  const { length } = Buffer.from(jwk.n!, 'base64url');
  const [p, q, dp, dq] = Array.from({ length: 4 }, () => longNumber(length).toString('base64url')) as [string, string, string, string];
  return createPrivateKey({ format: 'jwk', key: { ...jwk, p, q, dp, dq } })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

const TAG = { integer: 0x02, octets: 0x04, sequence: 0x30 } as const;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);
}

const integer = (value: Buffer): Buffer => der(TAG.integer, Buffer.from([0]), value);
const DSA = Buffer.from('06072a8648ce380401', 'hex');

/** A DSA key, PKCS #8. OpenSSL computes its public key as soon as it reads it: for seconds, where the key has more than 10,000 bits. */
export function longDsaKey(bits: number): string {
  const number = (): Buffer => integer(longNumber(bits / 8));
  const algorithm = der(TAG.sequence, DSA, der(TAG.sequence, number(), integer(longNumber(32)), number()));
  const key = der(TAG.sequence, Buffer.from('020100', 'hex'), algorithm, der(TAG.octets, number()));
  return `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
