import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import { type ReceiverEntity, SecretBox, type StoredSigningSecret } from '#libs/persistence';
import type { Caller } from '../auth/caller.js';
import { applyChanges, DEFAULTS, type ReceiverChanges } from './apply-changes.js';
import { ReceiverAddressClient } from './receiver-address.client.js';
import { type ReceiverView, toReceiverView } from './receiver-view.js';
import { ReceiversRepository } from './receivers.repository.js';
import { SIGNING_SECRET_BYTES, toSigningSecret } from './signing-secret.js';

@Injectable()
export class ReceiversService {
  constructor(
    @Inject(ReceiverAddressClient) private readonly addresses: ReceiverAddressClient,
    @Inject(ReceiversRepository) private readonly receivers: ReceiversRepository,
    @Inject(SecretBox) private readonly secretBox: SecretBox,
    @Inject(Logger) private readonly logger: Logger,
  ) {}

  async create(caller: Caller, wanted: ReceiverChanges & { readonly url: string }): Promise<ReceiverView> {
    await this.refuseUrl(wanted.url);
    const receiverId = randomUUID();
    const settings = applyChanges({ ...DEFAULTS, url: wanted.url }, wanted);
    const secret = settings.signingEnabled ? newSecret() : undefined;
    const signingSecrets = secret === undefined ? [] : this.seal(secret, receiverId);
    const receiver = await this.receivers.create({ receiverId, accountId: caller.account, ...settings, signingSecrets });
    this.log('receiver.created', caller, receiverId);
    return toReceiverView(receiver, secret);
  }

  async list(account: number): Promise<ReceiverView[]> {
    return (await this.receivers.list(account)).map((receiver) => toReceiverView(receiver));
  }

  async find(account: number, receiverId: string): Promise<ReceiverView> {
    return toReceiverView((await this.receivers.find(account, receiverId)) ?? unknown());
  }

  async change(caller: Caller, receiverId: string, changes: ReceiverChanges): Promise<ReceiverView> {
    if (changes.url !== undefined) await this.refuseUrl(changes.url);
    let secret: string | undefined;
    const receiver = await this.receivers.change(caller.account, receiverId, (current) => {
      secret = this.applyTo(current, changes);
    });
    const view = toReceiverView(receiver ?? unknown(), secret);
    this.log('receiver.changed', caller, receiverId);
    return view;
  }

  async delete(caller: Caller, receiverId: string): Promise<void> {
    if (!(await this.receivers.delete(caller.account, receiverId))) unknown();
    this.log('receiver.deleted', caller, receiverId);
  }

  /** @returns the signing secret if this change made the first one */
  private applyTo(receiver: ReceiverEntity, changes: ReceiverChanges): string | undefined {
    Object.assign(receiver, applyChanges(receiver, changes));
    if (!receiver.signingEnabled || receiver.signingSecrets.length > 0) return undefined;
    const secret = newSecret();
    receiver.signingSecrets = this.seal(secret, receiver.receiverId);
    return secret;
  }

  private async refuseUrl(url: string): Promise<void> {
    const refusal = await this.addresses.refusalOf(url);
    if (refusal !== undefined) throw ApiError.of('invalid', { attr: 'url', detail: refusal });
  }

  private seal(secret: string, receiverId: string): StoredSigningSecret[] {
    return [{ sealed: this.secretBox.seal(secret, receiverId), validUntil: null }];
  }

  private log(event: string, caller: Caller, receiverId: string): void {
    this.logger.info(event, { account: caller.account, receiverId, byTokenId: caller.tokenId });
  }
}

const newSecret = (): string => toSigningSecret(randomBytes(SIGNING_SECRET_BYTES));

/** Another account's receiver is as unknown as none. */
function unknown(): never {
  throw ApiError.of('notFound', { attr: 'receiverId' });
}
