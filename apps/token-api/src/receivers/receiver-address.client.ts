// out: questions to the name servers about the hosts of receivers
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SECOND, within } from '#libs/config';
import { DnsResolver, type EgressConfig, NAME_REFUSAL, parseReceiverUrl } from '#libs/egress';

/** The API waits at most this long for name servers; the sender waits longer. */
const LOOKUP_LIMIT_MS = 2 * SECOND;

/**
 * Resolves a receiver's host, so that an address that the sender would refuse is refused when it is entered. This only helps the
 * customer: names change, so the sender checks again at every connection.
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
