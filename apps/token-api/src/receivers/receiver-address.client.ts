import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SECOND } from '#libs/config';
import { isRefusedAddress, parseReceiverUrl, refusalOf } from '#libs/contracts';
import { TOKEN_API_CONFIG, type TokenApiConfig } from '../token-api.config.js';

const LOOKUP_LIMIT_MS = 2 * SECOND;

/**
 * Asks DNS where a receiver's host lies, so that an address the sender would refuse is refused when it is entered. This is for
 * the customer's sake alone: names change, so the sender checks again at every connection.
 */
@Injectable()
export class ReceiverAddressClient {
  constructor(@Inject(TOKEN_API_CONFIG) private readonly config: Pick<TokenApiConfig, 'allowedRanges'>) {}

  /** @returns a sentence that says why the URL is refused; undefined when it is fine, or its name does not resolve yet */
  async refusalOf(text: string): Promise<string | undefined> {
    const parsed = parseReceiverUrl(text, this.config.allowedRanges);
    if (!parsed.ok) return parsed.detail;
    if (parsed.ipLiteral !== undefined) return undefined;
    const addresses = await addressesOf(parsed.url.hostname);
    const refused = addresses.find(({ address }) => isRefusedAddress(address, this.config.allowedRanges));
    return refused && `The URL ${refusalOf(refused.address)}.`;
  }
}

async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const limit = new AbortController();
  try {
    return await Promise.race([lookup(hostname, { all: true }), wait(LOOKUP_LIMIT_MS, [], { signal: limit.signal })]);
  } catch {
    return [];
  } finally {
    limit.abort();
  }
}
