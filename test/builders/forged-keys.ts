import { createPrivateKey, checkPrimeSync, generatePrimeSync, randomBytes } from 'node:crypto';

/** Returns an odd number of exactly `bytes` bytes. */
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

/** Encodes a positive integer: a leading zero byte is added only if the first bit is set. */
const integer = (value: Buffer): Buffer => der(TAG.integer, Buffer.alloc(value[0]! >> 7), value);

type Numbers = Record<'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', Buffer>;

const numbersOf = (pem: string): Numbers =>
  Object.fromEntries(
    Object.entries(createPrivateKey(pem).export({ format: 'jwk' })).map(([name, text]) => [name, Buffer.from(String(text), 'base64url')]),
  ) as Numbers;

const TWO_PRIMES = Buffer.from('020100', 'hex');
const MORE_PRIMES = Buffer.from('020101', 'hex');

/** Returns the key as DER (PKCS #8): Node.js 26 checks the numbers of a JWK but accepts the same numbers as DER. */
function rsaKey({ n, e, d, p, q, dp, dq, qi }: Numbers, version = TWO_PRIMES, ...more: readonly Buffer[]): string {
  const key = der(TAG.sequence, version, ...[n, e, d, p, q, dp, dq, qi].map(integer), ...more);
  return createPrivateKey({ format: 'der', type: 'pkcs1', key }).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * An RSA key whose p, q, dP and dQ are as long as its modulus. It matches the same certificate and makes the same signatures as the sound
 * key, but OpenSSL computes eighteen times as long. @param pem of the sound key, PKCS #8
 */
export function forgedRsaKey(pem: string): string {
  const numbers = numbersOf(pem);
  const [p, q, dp, dq] = Array.from({ length: 4 }, () => longNumber(numbers.n.length)) as [Buffer, Buffer, Buffer, Buffer];
  return rsaKey({ ...numbers, p, q, dp, dq });
}

/** An RSA key with dP and dQ swapped. It matches the same certificate. @param pem of the sound key, PKCS #8 */
export function swappedRsaKey(pem: string): string {
  const numbers = numbersOf(pem);
  return rsaKey({ ...numbers, dp: numbers.dq, dq: numbers.dp });
}

/**
 * An RSA key that also contains the numbers of a third prime, which a JWK does not show. It matches the same certificate. @param pem of the
 * sound key, PKCS #8
 */
export function multiPrimeRsaKey(pem: string): string {
  const third = der(TAG.sequence, ...Array.from({ length: 3 }, () => integer(longNumber(256))));
  return rsaKey(numbersOf(pem), MORE_PRIMES, der(TAG.sequence, third));
}

const E = 65_537n;
function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}
const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Returns the modular inverse. @returns undefined when the two numbers have a common divisor */
function inverse(value: bigint, modulus: bigint): bigint | undefined {
  let [rest, next, factor, nextFactor] = [modulus, value % modulus, 0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next, factor, nextFactor] = [next, rest - quotient * next, nextFactor, factor - quotient * nextFactor];
  }
  return rest === 1n ? ((factor % modulus) + modulus) % modulus : undefined;
}

/**
 * Returns a number whose two highest bits are set, as in the primes that OpenSSL makes: the product of two such numbers has its full
 * length.
 */
function factorOf(bits: number, isPrime: boolean): bigint {
  if (isPrime) return generatePrimeSync(bits, { bigint: true });
  for (;;) {
    const odd = longNumber(bits / 8);
    odd[0]! |= 0xc0;
    if (!checkPrimeSync(odd)) return toNumber(odd); // one of 355 odd numbers of 1024 bits is a prime
  }
}

/**
 * An RSA key whose numbers are consistent, but whose p or q is not prime: signing with it takes OpenSSL five times as long. It has a
 * modulus of its own. @param composite the factors that are not prime
 */
export function compositeRsaKey(bits: number, composite: readonly ('p' | 'q')[] = ['p', 'q']): string {
  for (;;) {
    const p = factorOf(bits / 2, !composite.includes('p'));
    const q = factorOf(bits / 2, !composite.includes('q'));
    const [dp, dq, qi] = [inverse(E, p - 1n), inverse(E, q - 1n), inverse(q, p)];
    const d = inverse(E, (p - 1n) * (q - 1n));
    if (dp === undefined || dq === undefined || qi === undefined || d === undefined) continue;
    const [n, e] = [p * q, E];
    const numbers = Object.entries({ n, e, d, p, q, dp, dq, qi }).map(([name, value]) => [name, toBytes(value)]);
    return rsaKey(Object.fromEntries(numbers) as Numbers);
  }
}

const DSA = Buffer.from('06072a8648ce380401', 'hex');

/** A DSA key, PKCS #8. OpenSSL computes the public key while it reads this key; above 10,000 bits this takes seconds. */
export function longDsaKey(bits: number): string {
  const number = (): Buffer => integer(longNumber(bits / 8));
  const algorithm = der(TAG.sequence, DSA, der(TAG.sequence, number(), integer(longNumber(32)), number()));
  const key = der(TAG.sequence, Buffer.from('020100', 'hex'), algorithm, der(TAG.octets, number()));
  return `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
