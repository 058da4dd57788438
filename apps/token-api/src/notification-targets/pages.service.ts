import { Injectable } from '@nestjs/common';
import { MailKeyRepository } from '../mail/mail-key.repository.js';
import { MailsRepository } from '../mail/mails.repository.js';
import { UUID_PATTERN } from '../validation/field-rules.js';
import { type MailPage, PAGES, toBlockedPage, toConfirmPage, toExpiredPage, toUnsubscribePage } from './pages.js';
import { type FoundConfirmation, TargetsRepository } from './targets.repository.js';

/** What the links of mails show and do. GET changes nothing: mail scanners open links. */
@Injectable()
export class PagesService {
  constructor(
    private readonly targets: TargetsRepository,
    private readonly mails: MailsRepository,
    private readonly key: MailKeyRepository,
  ) {}

  async confirmation(id: string, secret: string): Promise<MailPage> {
    const found = await this.findConfirmation(id, secret);
    return found ? this.pageOf(found, secret) : PAGES.unknown;
  }

  async choose(id: string, secret: string, choice: string): Promise<MailPage> {
    const found = await this.findConfirmation(id, secret);
    if (!found) return PAGES.unknown;
    // the address of the answer has one part more than the page that showed the button
    const base = `../${secret}`;
    switch (choice) {
      case 'confirm':
        return (await this.targets.confirm(id)) || found.isConfirmed ? PAGES.confirmed : toExpiredPage(base);
      case 'refuse':
        await this.targets.block(found);
        return toBlockedPage(base);
      case 'undo':
        await this.targets.unblock(found);
        return this.pageOf({ ...found, isBlocked: false }, base);
      default:
        return PAGES.unknown;
    }
  }

  async unsubscription(targetId: string, secret: string): Promise<MailPage> {
    if (!(await this.isOurs('unsubscription', targetId, secret))) return PAGES.unknown;
    const state = await this.targets.stateOf(targetId);
    if (state === undefined) return PAGES.unknown;
    return state === 'unsubscribed' ? PAGES.unsubscribed : toUnsubscribePage(secret);
  }

  async unsubscribe(targetId: string, secret: string): Promise<MailPage> {
    const isDone = (await this.isOurs('unsubscription', targetId, secret)) && (await this.targets.unsubscribe(targetId));
    return isDone ? PAGES.unsubscribed : PAGES.unknown;
  }

  private async pageOf(found: FoundConfirmation, base: string): Promise<MailPage> {
    if (found.isBlocked) return toBlockedPage(base);
    if (found.isConfirmed) return PAGES.confirmed;
    if (!found.canConfirm) return toExpiredPage(base);
    const { account, name } = await this.mails.accountWords(found.account);
    return toConfirmPage(base, name === '' ? `Account ${account}` : `${name} (account ${account})`);
  }

  private async findConfirmation(id: string, secret: string): Promise<FoundConfirmation | undefined> {
    return (await this.isOurs('confirmation', id, secret)) ? this.targets.findConfirmation(id) : undefined;
  }

  private async isOurs(kind: 'confirmation' | 'unsubscription', id: string, secret: string): Promise<boolean> {
    return UUID_PATTERN.test(id) && (await this.key.isSecretOf(kind, id, secret));
  }
}
