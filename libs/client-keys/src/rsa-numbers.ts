import type { JsonWebKey } from 'node:crypto';

/** OpenSSL takes no longer one where it verifies with a large modulus. */
const MOST_EXPONENT_BITS = 64;
/** Key generators draw both primes at half the length of the modulus, or a few bits off. */
const PRIME_SLACK_BITS = 16;

/**
 * Whether the numbers of an RSA private key belong together. OpenSSL signs with whatever numbers a key carries, and puts a wrong result right
 * afterwards by a longer way: numbers beyond their size make each TLS handshake eighteen times as expensive.
 * @param jwk of a key with two primes
 * @returns a sentence that names the fault, undefined = none
 */
export function rsaNumbersFault(jwk: JsonWebKey, modulusBits: number): string | undefined {
  const [n, e, d] = [toNumber(jwk.n), toNumber(jwk.e), toNumber(jwk.d)];
  const [p, q, dp, dq, qi] = [toNumber(jwk.p), toNumber(jwk.q), toNumber(jwk.dp), toNumber(jwk.dq), toNumber(jwk.qi)];
  if (bitsOf(e) > MOST_EXPONENT_BITS || e < 3n || e % 2n === 0n)
    return `its public exponent is not an odd number of 2 to ${MOST_EXPONENT_BITS} bits`;
  const mostBits = modulusBits / 2 + PRIME_SLACK_BITS;
  if (bitsOf(p) > mostBits || bitsOf(q) > mostBits) return 'p or q is longer than half of its modulus';
  if (p * q !== n) return 'p and q do not make its modulus';
  if (d >= n) return 'd is not below its modulus';
  if (dp >= p || (dp * e) % (p - 1n) !== 1n) return 'dP does not belong to p';
  if (dq >= q || (dq * e) % (q - 1n) !== 1n) return 'dQ does not belong to q';
  return qi < p && (qi * q) % p === 1n ? undefined : 'qInv does not belong to p and q';
}

const toNumber = (text = ''): bigint => BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
const bitsOf = (value: bigint): number => value.toString(2).length;
