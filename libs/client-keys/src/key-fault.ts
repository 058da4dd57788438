import type { JsonWebKey, KeyObject } from 'node:crypto';

/** Version of the rule below. Raise it whenever the rule refuses keys that it accepted before: stored keys are then checked again. */
export const KEY_RULE = 1;

const LEAST_RSA_BITS = 2048;
/** Each TLS handshake signs on the thread that sends webhooks: a signature with 16,384 bits would take a second. */
const MOST_RSA_BITS = 4096;
/** OpenSSL's own limit for verifying with a large modulus. */
const MOST_EXPONENT_BITS = 64;
/** Key generators choose both primes at half the length of the modulus, give or take a few bits. */
const PRIME_SLACK_BITS = 16;
/** The curves that TLS servers accept. */
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
/** The version field of a PKCS #1 key with two primes. In a key of 2,048 bits or more it follows the header of the sequence. */
const TWO_PRIMES = Buffer.from('020100', 'hex');
const VERSION_AT = 4;

const apart = (fault: string): string => `The numbers of the RSA key do not belong together: ${fault}.`;

/** The names are stored with the keys, so never rename a fault. */
const WORDS = {
  unreadable: 'The key could not be read.',
  kind: 'The key must be RSA, EC or Ed25519.',
  curve: 'An EC key must be on the curve P-256, P-384 or P-521.',
  size: `An RSA key must have ${LEAST_RSA_BITS} to ${MOST_RSA_BITS} bits.`,
  more_primes: 'An RSA key must have two primes, this key has more.',
  exponent: apart(`its public exponent is not an odd number of 2 to ${MOST_EXPONENT_BITS} bits`),
  prime_size: apart('p or q is longer than half of its modulus'),
  modulus: apart('p and q do not make its modulus'),
  d: apart('d does not belong to p and q'),
  dp: apart('dP does not belong to p'),
  dq: apart('dQ does not belong to q'),
  q_inv: apart('qInv does not belong to p and q'),
  composite: apart('p or q is not a prime'),
};

/** The reason why a private key may not be used for a client certificate. */
export type KeyFault = keyof typeof WORDS;

/** @param fault a {@link KeyFault}, or one that a newer version has stored */
export const faultWords = (fault: string): string =>
  Object.hasOwn(WORDS, fault) ? WORDS[fault as KeyFault] : 'A newer version of the service has refused the key.';

/** Checks the kind, the size and the numbers of a key. Whether p and q of an RSA key are primes takes longer: see {@link KeyChecks}. */
export function keyFault(key: KeyObject): KeyFault | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const { modulusLength: bits = 0, namedCurve } = details ?? {};
  if (type === 'ed25519') return undefined;
  if (type === 'ec') return CURVES.includes(namedCurve) ? undefined : 'curve';
  if (type !== 'rsa') return 'kind';
  if (bits < LEAST_RSA_BITS || bits > MOST_RSA_BITS) return 'size';
  if (!hasTwoPrimes(key)) return 'more_primes';
  return numbersFault(key.export({ format: 'jwk' }), bits);
}

/** A JWK hides the numbers of a third prime and beyond, but OpenSSL computes with them. */
const hasTwoPrimes = (key: KeyObject): boolean =>
  key
    .export({ type: 'pkcs1', format: 'der' })
    .subarray(VERSION_AT, VERSION_AT + TWO_PRIMES.length)
    .equals(TWO_PRIMES);

/**
 * Checks that the numbers of an RSA key belong together. OpenSSL signs with whatever numbers a key carries, and corrects a wrong result
 * by a slower computation: oversized numbers make each TLS handshake eighteen times as expensive, composite p and q five times.
 */
function numbersFault(jwk: JsonWebKey, bits: number): KeyFault | undefined {
  const [n, e, d] = [toNumber(jwk.n), toNumber(jwk.e), toNumber(jwk.d)];
  const [p, q, dp, dq, qi] = [toNumber(jwk.p), toNumber(jwk.q), toNumber(jwk.dp), toNumber(jwk.dq), toNumber(jwk.qi)];
  if (bitsOf(e) > MOST_EXPONENT_BITS || e < 3n || e % 2n === 0n) return 'exponent';
  const mostBits = bits / 2 + PRIME_SLACK_BITS;
  if (bitsOf(p) > mostBits || bitsOf(q) > mostBits) return 'prime_size';
  if (p * q !== n) return 'modulus';
  if (d >= n || (d * e) % (p - 1n) !== 1n || (d * e) % (q - 1n) !== 1n) return 'd';
  if (dp >= p || (dp * e) % (p - 1n) !== 1n) return 'dp';
  if (dq >= q || (dq * e) % (q - 1n) !== 1n) return 'dq';
  return qi < p && (qi * q) % p === 1n ? undefined : 'q_inv';
}

const toNumber = (text = ''): bigint => BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
const bitsOf = (value: bigint): number => value.toString(2).length;
