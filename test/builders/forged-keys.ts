import { createPrivateKey, randomBytes } from 'node:crypto';

/** An odd number of exactly so many bytes. */
function longNumber(bytes: number): Buffer {
  const number = randomBytes(bytes);
  number[0]! |= 0x80;
  number[bytes - 1]! |= 1;
  return number;
}

const TAG = { integer: 0x02, octets: 0x04, sequence: 0x30 } as const;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);
}

/** Positive: a first bit that is set gets a zero before it, and no other does. */
const integer = (value: Buffer): Buffer => der(TAG.integer, Buffer.alloc(value[0]! >> 7), value);

/**
 * The RSA key with p, q, dP and dQ as long as its modulus. It belongs to the same certificate and signs as the sound key does, but OpenSSL
 * computes eighteen times as long.
 * @param pem of the sound key, PKCS #8
 */
export function forgedRsaKey(pem: string): string {
  const jwk = createPrivateKey(pem).export({ format: 'jwk' });
  const { length } = Buffer.from(jwk.n!, 'base64url');
  const [n, e, d, qi] = [jwk.n, jwk.e, jwk.d, jwk.qi].map((number) => Buffer.from(number!, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const [p, q, dp, dq] = Array.from({ length: 4 }, () => longNumber(length)) as [Buffer, Buffer, Buffer, Buffer];
  // As DER: Node.js 26 looks at the numbers of a JWK, and takes this.
  const key = der(TAG.sequence, Buffer.from('020100', 'hex'), ...[n, e, d, p, q, dp, dq, qi].map(integer));
  return createPrivateKey({ format: 'der', type: 'pkcs1', key }).export({ type: 'pkcs8', format: 'pem' }).toString();
}

const DSA = Buffer.from('06072a8648ce380401', 'hex');

/** A DSA key, PKCS #8. OpenSSL computes its public key as soon as it reads it: for seconds, where the key has more than 10,000 bits. */
export function longDsaKey(bits: number): string {
  const number = (): Buffer => integer(longNumber(bits / 8));
  const algorithm = der(TAG.sequence, DSA, der(TAG.sequence, number(), integer(longNumber(32)), number()));
  const key = der(TAG.sequence, Buffer.from('020100', 'hex'), algorithm, der(TAG.octets, number()));
  return `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
