import { checkPrime, createPrivateKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Secret } from '#libs/config';
import { type KeyFault, keyFault } from './key-fault.js';

const isPrime = promisify<Uint8Array, boolean>(checkPrime);

/**
 * Checks whether the private key of a client certificate may be used. Testing both primes of a 4,096-bit key takes 0.3 s of a libuv thread.
 * So one key is tested at a time, and accounts take turns: the keys of one account do not delay the key of another.
 */
@Injectable()
export class KeyChecks implements OnApplicationShutdown {
  /** Waiting checks by account. The account whose turn is next comes first. */
  private readonly waiting = new Map<number, (() => Promise<void>)[]>();
  private isTesting = false;

  /** @param pem PKCS #8 @returns null = the key may be used */
  async faultOf(pem: Secret, account: number): Promise<KeyFault | null> {
    const key = readable(pem.reveal());
    if (!key) return 'unreadable';
    const fault = keyFault(key);
    if (fault !== undefined) return fault;
    // EC and Ed25519 keys need no check: no number in such a key makes it slower.
    return key.asymmetricKeyType === 'rsa' ? this.inTurn(account, () => primesFault(key)) : null;
  }

  /** Drops the waiting checks. They run after the next start. */
  onApplicationShutdown(): void {
    this.waiting.clear();
  }

  private inTurn<T>(account: number, test: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const ofAccount = this.waiting.get(account) ?? [];
      ofAccount.push(() => test().then(resolve, reject));
      this.waiting.set(account, ofAccount);
      void this.testAll();
    });
  }

  private async testAll(): Promise<void> {
    if (this.isTesting) return;
    this.isTesting = true;
    for (let next = this.next(); next; next = this.next()) await next();
    this.isTesting = false;
  }

  private next(): (() => Promise<void>) | undefined {
    for (const [account, tests] of this.waiting) {
      this.waiting.delete(account);
      const [next, ...others] = tests;
      if (others.length > 0) this.waiting.set(account, others);
      return next;
    }
    return undefined;
  }
}

/** OpenSSL runs at least 64 rounds of Miller-Rabin with random bases, so nobody can construct a composite that passes. */
async function primesFault(key: KeyObject): Promise<'composite' | null> {
  const { p = '', q = '' } = key.export({ format: 'jwk' });
  for (const prime of [p, q]) if (!(await isPrime(Buffer.from(prime, 'base64url')))) return 'composite';
  return null;
}

function readable(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
