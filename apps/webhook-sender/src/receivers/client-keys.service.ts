import { Injectable } from '@nestjs/common';
import { KEY_RULE, KeyChecks } from '#libs/client-keys';
import { errorFields, Logger } from '#libs/observability';
import type { ClientCertificate } from './receiver.js';
import { ReceiversRepository } from './receivers.repository.js';

/** Faults that are kept; the one found first goes first. */
const MOST_KEPT = 10_000;

/** Whose key it is. */
interface Owner {
  readonly account: number;
  readonly receiverId: string;
}

/**
 * Whether the key of a client certificate may be used. The row says so; a key that was stored before the rule in force is checked here, before
 * its first use, and what is found is written to the row: no start of any instance checks the key again.
 */
@Injectable()
export class ClientKeys {
  /** By version of the certificate: the row is read again later. */
  private readonly found = new Map<string, Promise<string | null>>();
  /** Versions of the certificates whose key is being checked. */
  private readonly checking = new Set<string>();

  constructor(
    private readonly checks: KeyChecks,
    private readonly receivers: ReceiversRepository,
    private readonly logger: Logger,
  ) {}

  /** Begins the check of a key that has not been checked. @returns undefined when none is under way */
  check(owner: Owner, certificate: ClientCertificate): Promise<unknown> | undefined {
    const fault = this.faultOf(owner, certificate);
    fault.catch(() => undefined); // whoever needs it asks again, and hears why it has failed
    return this.checking.has(certificate.version) ? fault : undefined;
  }

  /** @returns null = it may be used @throws Error when it could not be checked: ask again */
  async faultOf(owner: Owner, certificate: ClientCertificate): Promise<string | null> {
    const { version, keyCheck } = certificate;
    if (keyCheck && keyCheck.rule >= KEY_RULE) return keyCheck.fault;
    return this.found.get(version) ?? this.keep(version, this.checked(owner, certificate));
  }

  private keep(version: string, fault: Promise<string | null>): Promise<string | null> {
    this.found.set(version, fault);
    const [first] = this.found.keys();
    if (this.found.size > MOST_KEPT) this.found.delete(first!);
    fault.catch(() => this.found.delete(version));
    return fault;
  }

  private async checked({ account, receiverId }: Owner, { key, sealedKey, version }: ClientCertificate): Promise<string | null> {
    this.checking.add(version);
    const fault = await this.checks.faultOf(key, account).finally(() => this.checking.delete(version));
    this.logger.info('receiver.keyChecked', { account, receiverId, rule: KEY_RULE, fault });
    const onFailure = (error: unknown): void => this.logger.warn('receiver.keyCheckNotStored', { receiverId, ...errorFields(error) });
    this.receivers.keepKeyCheck(receiverId, sealedKey, { rule: KEY_RULE, fault }).catch(onFailure);
    return fault;
  }
}
