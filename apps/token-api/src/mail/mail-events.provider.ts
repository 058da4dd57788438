// The single place that reports what became of mails.
import { Injectable } from '@nestjs/common';
import type { Counter, Gauge } from 'prom-client';
import { SECOND } from '#libs/config';
import { Logger, Metrics } from '#libs/observability';

export type MailType = 'notification' | 'digest' | 'confirmation' | 'test';
export type MailOutcome = 'sent' | 'tried' | 'failed' | 'refused';

interface AboutMail {
  readonly account: number;
  readonly targetId: string;
  /** The words of the mail server. */
  readonly detail?: string;
}

@Injectable()
export class MailEvents {
  private readonly mails: Counter<'type' | 'outcome'>;
  private readonly oldest: Gauge;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.mails = metrics.counter('notification_mails_total', 'Mails of operational events that were handed to the relay, or could not be', {
      labels: {
        type: '`notification`, `digest`, `confirmation`, `test`',
        outcome: '`sent`, `tried` (comes again), `failed`, `refused` (the address)',
      },
    });
    this.oldest = metrics.gauge(
      'notification_mail_oldest_seconds',
      'Age of the oldest operational event whose mail is still to be sent; 0 = none',
    );
  }

  ended(type: MailType, outcome: MailOutcome, { account, targetId, detail }: AboutMail): void {
    this.mails.inc({ type, outcome });
    const fields = { account, targetId, type, outcome, ...(detail !== undefined && { detail }) };
    if (outcome === 'sent') this.logger.info('mail.sent', fields);
    else this.logger.few('warn', `${type} ${outcome} ${account}`, 'mail.notSent', fields);
  }

  undeliverable({ account, targetId }: AboutMail): void {
    this.logger.warn('mail.targetUndeliverable', { account, targetId });
  }

  /** @param events whose mail is given up, because they are too old */
  expired(events: number): void {
    if (events === 0) return;
    this.mails.inc({ type: 'notification', outcome: 'failed' }, events);
    this.logger.warn('mail.expired', { events });
  }

  /** @param ageMs of the oldest event that waits for its mail */
  waiting(ageMs: number): void {
    this.oldest.set(ageMs / SECOND);
  }
}
