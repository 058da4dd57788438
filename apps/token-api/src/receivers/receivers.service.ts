import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { faultWords, KEY_RULE, KeyChecks } from '#libs/client-keys';
import { type Clock, CLOCK, CONFIG, Secret } from '#libs/config';
import { ApiError, type FieldFault } from '#libs/errors';
import { Logger } from '#libs/observability';
import { type ReceiverEntity, SecretBox, type StoredAuth, type StoredClientCertificate, type StoredSigningSecret } from '#libs/persistence';
import type { AuditAction } from '../audit/audit-entry.js';
import type { Caller } from '../http/access.decorator.js';
import { ReceiverHealthService } from '../receiver-health/receiver-health.service.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { at, invalid } from '../validation/field-rules.js';
import { expiryFaults, type GivenClientCertificate, readClientCertificate } from './client-certificate.js';
import { ReceiverAddressClient } from './receiver-address.client.js';
import { givenLists } from '../receiver-filters/filter.dto.js';
import type { ReceiverAuth } from './receiver-rules.js';
import { plainSettingsOf } from './receiver-settings.dto.js';
import type { ListedReceiver, ReceiverDetail, ReceiverView } from './receiver-view.dto.js';
import { toReceiverView } from './receiver-view.js';
import type { ChangeReceiverDto, CreateReceiverDto } from './receivers.dto.js';
import { type ReceiverChange, ReceiversRepository } from './receivers.repository.js';
import { endOverlap, rotateSigning, SIGNING_SECRET_BYTES, toSigningSecret } from './signing.js';

/** Seals the secrets of a receiver for its row alone. A private key is checked before it is sealed. */
@Injectable()
export class ReceiverCredentials {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly keyChecks: KeyChecks,
  ) {}

  async keyFaults(given: GivenClientCertificate, account: number): Promise<readonly FieldFault[]> {
    const { privateKey } = readClientCertificate(given);
    const fault = await this.keyChecks.faultOf(new Secret(privateKey), account);
    return fault === null ? [] : at('privateKey', invalid(faultWords(fault)));
  }

  /** Field by field, so that nothing else of a body is stored. */
  sealAuth(auth: ReceiverAuth, receiverId: string): StoredAuth {
    if (auth.type === 'none') return { type: 'none' };
    if (auth.type === 'basic') {
      return { type: 'basic', username: auth.username, sealed: this.secretBox.seal(auth.password, receiverId) };
    }
    if (auth.type === 'headers') {
      const { headers } = auth;
      return { type: 'headers', headerNames: Object.keys(headers), sealed: this.secretBox.seal(JSON.stringify(headers), receiverId) };
    }
    const { tokenUrl, clientId, clientSecret, scope } = auth;
    const sealed = this.secretBox.seal(clientSecret, receiverId);
    return { type: 'oauth2', tokenUrl, clientId, ...(scope !== undefined && { scope }), sealed };
  }

  /** @param given its key has passed {@link keyFaults} */
  sealClientCertificate(given: GivenClientCertificate | null, receiverId: string): StoredClientCertificate | null {
    if (given === null) return null;
    const { chain, privateKey, facts } = readClientCertificate(given);
    return { ...facts, chain, sealed: this.secretBox.seal(privateKey, receiverId), keyCheck: { rule: KEY_RULE, fault: null } };
  }

  sealSigning(secret: string, receiverId: string): StoredSigningSecret {
    return { sealed: this.secretBox.seal(secret, receiverId), validUntil: null };
  }
}

@Injectable()
export class ReceiversService {
  constructor(
    private readonly addresses: ReceiverAddressClient,
    private readonly receivers: ReceiversRepository,
    private readonly health: ReceiverHealthService,
    private readonly credentials: ReceiverCredentials,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG)
    private readonly config: Pick<TokenApiConfig, 'signingOverlapMs' | 'maxReceiversPerAccount' | 'maxFilterValuesPerAccount'>,
  ) {}

  async create(caller: Caller, wanted: CreateReceiverDto): Promise<ReceiverView> {
    await this.refuseUnusable(caller, wanted);
    const receiverId = randomUUID();
    const secret = wanted.signing?.enabled === false ? undefined : newSecret();
    const signingSecrets = secret === undefined ? [] : [this.credentials.sealSigning(secret, receiverId)];
    const created = { receiverId, accountId: caller.account, ...this.columnsOf(wanted, receiverId), signingSecrets };
    const { maxReceiversPerAccount: receivers, maxFilterValuesPerAccount: filterValues } = this.config;
    const receiver = await this.receivers.create(created, caller, { receivers, filterValues });
    this.log('receiver.created', caller, receiverId);
    return toReceiverView(receiver, secret);
  }

  async list(account: number): Promise<ListedReceiver[]> {
    const receivers = (await this.receivers.list(account)).map((receiver) => toReceiverView(receiver));
    return this.health.addTo(account, receivers);
  }

  /** Returns the names of receivers by their ids. Other ids have no entry. */
  async namesOf(account: number, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.receivers.namesOf(account, ids);
    return new Map(rows.map(({ receiverId, name }) => [receiverId, name]));
  }

  async find(account: number, receiverId: string): Promise<ReceiverDetail> {
    const receiver = toReceiverView((await this.receivers.find(account, receiverId)) ?? unknown());
    return this.health.addToOne(account, receiver);
  }

  async change(caller: Caller, receiverId: string, changes: ChangeReceiverDto): Promise<ReceiverView> {
    await this.refuseUnusable(caller, changes);
    let secret: string | undefined;
    const receiver = await this.receivers.change(this.changeBy(caller, receiverId, 'receiver.changed'), (current) => {
      secret = this.applyTo(current, changes);
    });
    const view = toReceiverView(receiver ?? unknown(), secret);
    this.log('receiver.changed', caller, receiverId);
    return view;
  }

  /** Makes a new signing secret. The replaced secrets still sign for `overlapMs`; 0 = they end at once. */
  async rotateSigning(caller: Caller, receiverId: string, overlapMs = this.config.signingOverlapMs): Promise<ReceiverView> {
    const secret = newSecret();
    const receiver = await this.receivers.change(this.changeBy(caller, receiverId, 'receiver.signing_rotated'), (current) => {
      const { sealed } = this.credentials.sealSigning(secret, current.receiverId);
      current.signingSecrets = rotateSigning(current.signingSecrets, { sealed, nowMs: this.clock.nowMs(), overlapMs });
    });
    const view = toReceiverView(receiver ?? unknown(), secret);
    this.log('receiver.signingRotated', caller, receiverId);
    return view;
  }

  /** Ends the overlap early: replaced secrets stop signing. */
  async endSigningOverlap(caller: Caller, receiverId: string): Promise<void> {
    const receiver = await this.receivers.change(this.changeBy(caller, receiverId, 'receiver.signing_overlap_ended'), (current) => {
      current.signingSecrets = endOverlap(current.signingSecrets);
    });
    if (!receiver) unknown();
    this.log('receiver.signingOverlapEnded', caller, receiverId);
  }

  async delete(caller: Caller, receiverId: string): Promise<void> {
    if (!(await this.receivers.delete({ account: caller.account, receiverId, by: caller }))) unknown();
    this.log('receiver.deleted', caller, receiverId);
  }

  /** Returns the columns that a body sets. A column that is left out keeps its value or gets its default. */
  private columnsOf(body: ChangeReceiverDto, receiverId: string): Partial<ReceiverEntity> {
    const { auth, clientCertificate, signing, filter } = body;
    return {
      ...plainSettingsOf(body),
      ...(filter && givenLists(filter)),
      ...(auth && { auth: this.credentials.sealAuth(auth, receiverId) }),
      ...(clientCertificate !== undefined && { clientCertificate: this.credentials.sealClientCertificate(clientCertificate, receiverId) }),
      ...(signing?.enabled !== undefined && { signingEnabled: signing.enabled }),
    };
  }

  /** @returns the signing secret, if this change created the first secret of the receiver */
  private applyTo(receiver: ReceiverEntity, changes: ChangeReceiverDto): string | undefined {
    Object.assign(receiver, this.columnsOf(changes, receiver.receiverId));
    if (changes.enabled !== undefined) Object.assign(receiver, { disabledAt: null, disabledReason: null }); // the owner's choice replaces a disabling by the service
    if (!receiver.signingEnabled || receiver.signingSecrets.length > 0) return undefined;
    const secret = newSecret();
    receiver.signingSecrets = [this.credentials.sealSigning(secret, receiver.receiverId)];
    return secret;
  }

  /**
   * Makes the checks of a change that need DNS, the clock and primality tests. One guard checks both addresses, because one sender calls the
   * receiver and its token endpoint.
   */
  private async refuseUnusable({ account }: Caller, { url, auth, clientCertificate }: ChangeReceiverDto): Promise<void> {
    const wanted = [...(url === undefined ? [] : [{ attr: 'url', url }]), ...tokenUrlOf(auth)];
    const refusals = await Promise.all(wanted.map((each) => this.addresses.refusalOf(each.url)));
    const faults: FieldFault[] = wanted.flatMap(({ attr }, index) => {
      const detail = refusals[index];
      return detail === undefined ? [] : [{ name: 'invalid' as const, attr, detail }];
    });
    if (clientCertificate) faults.push(...at('clientCertificate', await this.certificateFaults(clientCertificate, account)));
    if (faults.length > 0) throw ApiError.ofFields(faults);
  }

  private async certificateFaults(given: GivenClientCertificate, account: number): Promise<FieldFault[]> {
    return [...expiryFaults(given, this.clock.nowMs()), ...(await this.credentials.keyFaults(given, account))];
  }

  private changeBy(by: Caller, receiverId: string, action: AuditAction): ReceiverChange {
    return { account: by.account, receiverId, by, action, mostFilterValues: this.config.maxFilterValuesPerAccount };
  }

  private log(event: string, caller: Caller, receiverId: string): void {
    this.logger.info(event, { account: caller.account, receiverId, byTokenId: caller.tokenId });
  }
}

const tokenUrlOf = (auth: ReceiverAuth | undefined): { attr: string; url: string }[] =>
  auth?.type === 'oauth2' ? [{ attr: 'auth.tokenUrl', url: auth.tokenUrl }] : [];

const newSecret = (): string => toSigningSecret(randomBytes(SIGNING_SECRET_BYTES));

/** A receiver of another account is unknown, too. */
function unknown(): never {
  throw ApiError.of('notFound', { attr: 'receiverId' });
}
