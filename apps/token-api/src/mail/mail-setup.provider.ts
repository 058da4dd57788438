import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { TokenApiConfig } from '../token-api.config.js';
import { type LinkKind, MailKeyRepository } from './mail-key.repository.js';

export type MailConfig = Pick<
  TokenApiConfig,
  | 'publicUrl'
  | 'relay'
  | 'mailSender'
  | 'isMailTlsRequired'
  | 'extraCa'
  | 'mailWindowMs'
  | 'mailRetryMs'
  | 'mailTriedForMs'
  | 'mailRefusedForMs'
  | 'leaseMs'
>;

/** Whether this installation sends mails, and the addresses of its pages. */
@Injectable()
export class MailSetup {
  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    private readonly key: MailKeyRepository,
  ) {}

  /** Returns what the operator must set before mails can be sent; undefined = mails are sent. */
  get missing(): string | undefined {
    const { publicUrl, relay, mailSender } = this.config;
    const names = [
      ...(relay ? [] : ['SMTP_URL']),
      ...(mailSender ? [] : ['SMTP_FROM']),
      ...(publicUrl === undefined ? ['PUBLIC_URL'] : []),
    ];
    return names.length === 0 ? undefined : names.join(', ');
  }

  get isOn(): boolean {
    return this.missing === undefined;
  }

  /** @param path below the origin, such as `console/notifications` */
  urlOf(path: string): string {
    return `${this.config.publicUrl ?? ''}/${path}`;
  }

  async linkOf(kind: LinkKind, id: string): Promise<string> {
    return this.urlOf(`mail/${kind}s/${id}/${await this.key.secretOf(kind, id)}`);
  }
}
