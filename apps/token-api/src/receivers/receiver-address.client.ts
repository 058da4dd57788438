import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SECOND } from '#libs/config';
import { isRefusedAddress, NAME_REFUSAL, parseReceiverUrl } from '#libs/egress';
import type { TokenApiConfig } from '../token-api.config.js';

/** Lets a few pieces of work go on at the same time; what comes beyond them is not begun. */
export class Semaphore {
  private under = 0;

  constructor(private readonly most: number) {}

  /** A place is given back when the work has ended, even if its request has ended before. @returns `otherwise` when there is no place */
  async run<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (this.under >= this.most) return otherwise;
    this.under++;
    return work().finally(() => this.under--);
  }
}

const LOOKUP_LIMIT_MS = 2 * SECOND;
/**
 * The system's look-up holds one of four threads for as long as a name server is silent, also after the API has given up: names whose servers
 * say nothing must leave threads for those of database and broker.
 */
const MOST_QUESTIONS = 2;

/**
 * Asks DNS where a receiver's host lies, so that an address the sender would refuse is refused when it is entered. This is for
 * the customer's sake alone: names change, so the sender checks again at every connection.
 */
@Injectable()
export class ReceiverAddressClient {
  private readonly questions = new Semaphore(MOST_QUESTIONS);

  constructor(@Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'allowedRanges'>) {}

  /** @returns a sentence that says why the URL is refused; undefined when it is fine, or its name does not resolve yet */
  async refusalOf(text: string): Promise<string | undefined> {
    const parsed = parseReceiverUrl(text, this.config.allowedRanges);
    if (!parsed.ok) return parsed.detail;
    if (parsed.ipLiteral !== undefined) return undefined;
    const addresses = await addressesOf(() => this.questions.run(() => lookup(parsed.url.hostname, { all: true }), []));
    const isRefused = addresses.some(({ address }) => isRefusedAddress(address, this.config.allowedRanges));
    return isRefused ? `The URL ${NAME_REFUSAL}.` : undefined;
  }
}

async function addressesOf(ask: () => Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  const limit = new AbortController();
  try {
    return await Promise.race([ask(), wait(LOOKUP_LIMIT_MS, [], { signal: limit.signal })]);
  } catch {
    return [];
  } finally {
    limit.abort();
  }
}
