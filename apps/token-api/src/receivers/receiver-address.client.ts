// out: questions to the name servers about the hosts of receivers
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SECOND, within } from '#libs/config';
import { DnsResolver, type EgressConfig, NAME_REFUSAL, parseReceiverUrl } from '#libs/egress';

/** The API waits no longer for name servers; the sender does. */
const LOOKUP_LIMIT_MS = 2 * SECOND;

/**
 * Asks DNS where a receiver's host lies, so that an address the sender would refuse is refused when it is entered. This is for
 * the customer's sake alone: names change, so the sender checks again at every connection.
 */
@Injectable()
export class ReceiverAddressClient {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<EgressConfig, 'allowedRanges'>,
    private readonly names: DnsResolver,
  ) {}

  /** @returns a sentence that says why the URL is refused; undefined when it is fine, or its name does not resolve yet */
  async refusalOf(text: string): Promise<string | undefined> {
    const parsed = parseReceiverUrl(text, this.config.allowedRanges);
    if (!parsed.ok) return parsed.detail;
    if (parsed.ipLiteral !== undefined) return undefined;
    let refusal: string | undefined;
    const lookUp = this.names.destinationsOf(parsed.url.hostname).catch(({ code }: NodeJS.ErrnoException) => {
      if (code === 'E_GUARD') refusal = `The URL ${NAME_REFUSAL}.`;
    });
    await within(LOOKUP_LIMIT_MS, lookUp);
    return refusal;
  }
}
