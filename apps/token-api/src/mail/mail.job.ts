// in: the clock and tables notification_mail and mail_confirmation; out: the operator's mail server
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, HOUR, Recurring, SECOND } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import type { TokenApiConfig } from '../token-api.config.js';
import { MailEvents } from './mail-events.provider.js';
import { MailSetup } from './mail-setup.provider.js';
import { type AccountWords, type BegunConfirmation, type BegunMail, MailsRepository } from './mails.repository.js';
import { confirmationMail, digestMail, type MailContext, notificationMail, testMail } from './mail-texts.js';
import { type SendResult, SmtpClient } from './smtp.client.js';
import { toMailEvent } from './to-mail-event.js';

const POLL_MS = SECOND;
/** A person waits for the answer. */
const TEST_MS = 20 * SECOND;

interface TestedTarget {
  readonly accountId: number;
  readonly targetId: string;
  readonly address: string;
}

/**
 * Sends mails on any instance, one after the other, apart from the job that decides: a slow relay delays mails only. Each row is there before
 * its mail is sent. After a kill between the relay's answer and the row, the same mail goes out again, with the same Message-ID.
 * Mails that ask for a confirmation go beside those about events: neither waits for the other.
 */
@Injectable()
export class MailJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly confirming: Recurring;
  private readonly sending: Recurring;
  private readonly forgetting: Recurring;

  constructor(
    private readonly setup: MailSetup,
    private readonly mails: MailsRepository,
    private readonly smtp: SmtpClient,
    private readonly events: MailEvents,
    logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'leaseMs'>,
  ) {
    const onFailure = (error: unknown): void => logger.warn('mail.jobFailed', errorFields(error)); // the next run finds the same rows
    this.confirming = new Recurring({ everyMs: POLL_MS, work: () => this.confirmAll(), onFailure });
    this.sending = new Recurring({ everyMs: POLL_MS, work: () => this.sendAll(), onFailure });
    this.forgetting = new Recurring({
      everyMs: HOUR,
      work: () => this.forget(),
      onFailure: (error) => logger.warn('mail.retentionFailed', errorFields(error)), // the next hour deletes the same rows
    });
  }

  onApplicationBootstrap(): void {
    this.forgetting.kick();
    if (!this.setup.isOn) return;
    this.confirming.start();
    this.sending.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.confirming.stop(), this.sending.stop(), this.forgetting.stop()]);
  }

  /** Starts a run at once, because a person waits for a confirmation. */
  kick(): void {
    if (this.setup.isOn) this.confirming.kick();
  }

  /** Ends a run at the first relay's fault: the next mail would meet it, too. */
  private async confirmAll(): Promise<void> {
    let confirmation: BegunConfirmation | undefined;
    while (!this.confirming.isStopping && (confirmation = await this.mails.beginConfirmation()))
      if ((await this.confirm(confirmation)) === 'failed') break;
  }

  private async sendAll(): Promise<void> {
    await this.expire();
    await this.measure();
    let mail: BegunMail | undefined;
    while (!this.sending.isStopping && (mail = await this.mails.begin())) {
      const kind = await this.send(mail);
      await this.measure(); // a slow relay takes hours for many mails
      if (kind === 'failed') break;
    }
  }

  private async measure(): Promise<void> {
    const oldestMs = await this.mails.oldestMs();
    this.events.waiting(oldestMs === undefined ? 0 : Math.max(0, this.clock.nowMs() - oldestMs));
  }

  private async expire(): Promise<void> {
    this.events.expired(await this.mails.expire());
  }

  private async forget(): Promise<void> {
    await this.expire();
    await this.mails.forget();
  }

  private async confirm({ confirmationId, targetId, account, address }: BegunConfirmation): Promise<SendResult['kind']> {
    const context = await this.contextOf(account, targetId, []);
    const content = confirmationMail(await this.setup.linkOf('confirmation', confirmationId), context);
    const mail = { ...content, to: address, messageId: confirmationId, unsubscribeUrl: context.unsubscribeUrl };
    const result = await this.whileLeased(
      () => this.mails.renewConfirmation(confirmationId),
      () => this.smtp.send(mail),
    );
    if (result.kind === 'sent') await this.mails.confirmationSent(confirmationId);
    else if (result.kind === 'refused') await this.mails.confirmationRefused(confirmationId);
    else await this.mails.confirmationFailed(confirmationId);
    this.events.ended('confirmation', result.kind === 'failed' ? 'tried' : result.kind, { account, targetId, ...detailOf(result) });
    return result.kind;
  }

  private async send(mail: BegunMail): Promise<SendResult['kind']> {
    const { target, messageId, notifications } = mail;
    const { targetId, account, address } = target;
    const told = notifications.map((notification) => toMailEvent(notification, target.receiverIds)).filter((event) => event.count > 0);
    const type = told.length > 1 ? 'digest' : 'notification';
    if (told.length === 0) {
      await this.mails.sent(mail); // the events or the receivers are no longer kept: there is nothing to tell
      return 'sent';
    }
    const ids = told.flatMap(({ entries, others }) => [...entries.map(({ receiverId }) => receiverId), ...others]);
    const context = await this.contextOf(account, targetId, ids);
    const content = told.length > 1 ? digestMail(told, context) : notificationMail(told[0]!, context);
    const toSend = { ...content, to: address, messageId: `${messageId}.${targetId}`, unsubscribeUrl: context.unsubscribeUrl };
    const result = await this.whileLeased(
      () => this.mails.renew(targetId),
      () => this.smtp.send(toSend),
    );
    const about = { account, targetId, ...detailOf(result) };
    if (result.kind === 'sent') {
      await this.mails.sent(mail);
      this.events.ended(type, 'sent', about);
    } else if (result.kind === 'refused') {
      if (await this.mails.refused(mail, result.detail)) this.events.undeliverable(about);
      this.events.ended(type, 'refused', about);
    } else {
      this.events.ended(type, (await this.mails.failed(mail, result.detail, result.isUnclear)) ? 'failed' : 'tried', about);
    }
    return result.kind;
  }

  /** Renews a lease while the relay takes its time: otherwise another instance would send the same mail. */
  private async whileLeased<T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => void renew().catch(() => undefined), this.config.leaseMs / 3);
    return work().finally(() => clearInterval(timer));
  }

  /** Sends a test at once, for the person who waits for the answer. */
  async sendTest({ accountId: account, targetId, address }: TestedTarget): Promise<SendResult> {
    const context = await this.contextOf(account, targetId, []);
    const mail = { ...testMail(context), to: address, messageId: randomUUID(), unsubscribeUrl: context.unsubscribeUrl };
    const result = await this.smtp.send(mail, TEST_MS);
    this.events.ended('test', result.kind, { account, targetId, ...detailOf(result) });
    return result;
  }

  /** The words of the account, the names of these receivers, and the links of the target. */
  private async contextOf(account: number, targetId: string, receiverIds: readonly string[]): Promise<MailContext> {
    const [words, names, unsubscribeUrl] = await Promise.all([
      this.mails.accountWords(account),
      this.mails.namesOf(account, receiverIds),
      this.setup.linkOf('unsubscription', targetId),
    ]);
    return {
      account: titleOf(words),
      timeZone: words.timeZone,
      names,
      consoleUrl: (path) => this.setup.urlOf(`console/${path}`),
      unsubscribeUrl,
    };
  }
}

const titleOf = ({ account, name }: AccountWords): string => (name === '' ? String(account) : `${name} (${account})`);

const detailOf = (result: SendResult): { detail?: string } => (result.kind === 'sent' ? {} : { detail: result.detail });
