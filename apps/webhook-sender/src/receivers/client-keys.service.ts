import { Injectable } from '@nestjs/common';
import { KEY_RULE, KeyChecks } from '#libs/client-keys';
import { errorFields, Logger } from '#libs/observability';
import type { ClientCertificate } from './receiver.js';
import { ReceiversRepository } from './receivers.repository.js';

/** The most results kept; the oldest is dropped first. */
const MOST_KEPT = 10_000;

/** The owner of a key. */
interface Owner {
  readonly account: number;
  readonly receiverId: string;
}

/**
 * Decides whether the key of a client certificate may be used. The row says so. A key that was stored before the current rule is checked
 * here before its first use, and the result is written to the row, so that no instance checks the key again at a start.
 */
@Injectable()
export class ClientKeys {
  /** Results by version of the certificate; the row is read again later. */
  private readonly found = new Map<string, Promise<string | null>>();
  /** The versions of certificates whose key is being checked. */
  private readonly checking = new Set<string>();

  constructor(
    private readonly checks: KeyChecks,
    private readonly receivers: ReceiversRepository,
    private readonly logger: Logger,
  ) {}

  /**
   * Begins the check of a key that was not checked before.
   * @returns undefined when no check is under way
   */
  check(owner: Owner, certificate: ClientCertificate): Promise<unknown> | undefined {
    const fault = this.faultOf(owner, certificate);
    fault.catch(() => undefined); // whoever needs the result asks again, and then learns why the check failed
    return this.checking.has(certificate.version) ? fault : undefined;
  }

  /**
   * @returns null = the key may be used
   * @throws Error when the key could not be checked: ask again
   */
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
