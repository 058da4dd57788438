import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { OPERATIONAL_EVENT_NAMES } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import type { Caller } from '../http/access.decorator.js';
import { MailKeyRepository } from '../mail/mail-key.repository.js';
import { MailJob } from '../mail/mail.job.js';
import { MailSetup } from '../mail/mail-setup.provider.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { toTargetView } from './target-view.js';
import type { ChangeTargetDto, CreateTargetDto, NotificationTargets, TargetTestView, TargetView } from './targets.dto.js';
import { TargetsRepository } from './targets.repository.js';

const DEFAULT_NAME = 'mail';
/** The words of the mail server may name hosts and users of the operator. */
const NOT_TAKEN = 'The mail server of this installation has not taken the mail. Ask the operator: the log says why.';

@Injectable()
export class TargetsService {
  constructor(
    private readonly targets: TargetsRepository,
    private readonly setup: MailSetup,
    private readonly key: MailKeyRepository,
    private readonly job: MailJob,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'mailWindowMs'>,
  ) {}

  async create(caller: Caller, { kind, address, name, types, receiverIds }: CreateTargetDto): Promise<TargetView> {
    this.refuseWithoutMail();
    await this.refuseUnknown(caller, receiverIds);
    const target = await this.targets.create(
      {
        targetId: randomUUID(),
        accountId: caller.account,
        kind,
        address,
        addressHash: await this.key.hashOf(address),
        name: name === undefined || name === '' ? DEFAULT_NAME : name,
        types: types === undefined ? [...OPERATIONAL_EVENT_NAMES] : [...new Set(types)],
        receiverIds: receiverIds == null ? null : [...new Set(receiverIds)],
      },
      caller,
    );
    this.job.kick();
    this.log('target.created', caller, target.targetId);
    return toTargetView(target, caller);
  }

  async list(caller: Caller): Promise<NotificationTargets> {
    const targets = await this.targets.list(caller.account);
    return { targets: targets.map((target) => toTargetView(target, caller)), missingSettings: this.setup.missing ?? null };
  }

  async find(caller: Caller, targetId: string): Promise<TargetView> {
    return toTargetView((await this.targets.find(caller.account, targetId)) ?? unknown(), caller);
  }

  async change(caller: Caller, targetId: string, { name, types, receiverIds }: ChangeTargetDto): Promise<TargetView> {
    await this.refuseUnknown(caller, receiverIds);
    const changed = await this.targets.change({ account: caller.account, targetId, by: caller, action: 'target.changed' }, (target) =>
      Object.assign(target, {
        ...(name !== undefined && { name: name === '' ? DEFAULT_NAME : name }),
        ...(types !== undefined && { types: [...new Set(types)] }),
        ...(receiverIds !== undefined && { receiverIds: receiverIds === null ? null : [...new Set(receiverIds)] }),
      }),
    );
    this.log('target.changed', caller, targetId);
    return toTargetView(changed ?? unknown(), caller);
  }

  async delete(caller: Caller, targetId: string): Promise<void> {
    if (!(await this.targets.delete({ account: caller.account, targetId, by: caller }))) unknown();
    this.log('target.deleted', caller, targetId);
  }

  async ask(caller: Caller, targetId: string): Promise<TargetView> {
    if (!(await this.targets.find(caller.account, targetId))) unknown();
    this.refuseWithoutMail();
    const asked = await this.targets.askAgain({ account: caller.account, targetId, by: caller });
    if (asked === 'confirmed') throw ApiError.of('conflict', { detail: 'The target is confirmed: nothing is to be asked.' });
    this.job.kick();
    return toTargetView(asked ?? unknown(), caller);
  }

  async test(caller: Caller, targetId: string): Promise<TargetTestView> {
    const { account } = caller;
    const target = (await this.targets.find(account, targetId)) ?? unknown();
    this.refuseWithoutMail();
    if (target.state !== 'confirmed')
      throw ApiError.of('conflict', { detail: 'The owner of the address has not confirmed it, so no mail goes there.' });
    if (!(await this.targets.takeTest({ account, targetId, by: caller }, this.config.mailWindowMs)))
      throw ApiError.of('conflict', { detail: 'The target has had its ten mails of this hour: try again later.' });
    const result = await this.job.sendTest(target);
    if (result.kind === 'sent') return { outcome: 'sent', detail: null };
    if (result.kind === 'refused') return { outcome: 'refused', detail: result.detail };
    return { outcome: 'failed', detail: NOT_TAKEN };
  }

  private refuseWithoutMail(): void {
    const { missing } = this.setup;
    if (missing === undefined) return;
    throw ApiError.of('conflict', { detail: `This installation sends no mails: the operator has not set ${missing}.` });
  }

  /** A mistyped id would make a target that hears nothing. */
  private async refuseUnknown({ account }: Caller, receiverIds: readonly string[] | null | undefined): Promise<void> {
    const unknownIds = await this.targets.unknownReceivers(account, receiverIds ?? []);
    if (unknownIds.length === 0) return;
    const faults = (receiverIds ?? []).flatMap((id, index) =>
      unknownIds.includes(id.toLowerCase())
        ? [{ name: 'invalid' as const, attr: `receiverIds.${index}`, detail: 'The account has no receiver with this id.' }]
        : [],
    );
    throw ApiError.ofFields(faults);
  }

  private log(event: string, caller: Caller, targetId: string): void {
    this.logger.info(event, { account: caller.account, targetId, byTokenId: caller.tokenId });
  }
}

/** A target of another account is unknown, too. */
function unknown(): never {
  throw ApiError.of('notFound', { attr: 'targetId' });
}
