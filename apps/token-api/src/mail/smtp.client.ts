// out: the operator's mail server
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, MINUTE, SECOND } from '#libs/config';
import { CaStore } from '#libs/egress';
import { createTransport, type Transporter } from 'nodemailer';
import { sentAddress } from './mail-address.js';
import { isLoopback } from './mail.config.js';
import type { MailConfig } from './mail-setup.provider.js';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail extends MailContent {
  readonly to: string;
  /** The same for each repetition. */
  readonly messageId: string;
  readonly unsubscribeUrl: string;
}

/** `refused` = the server refuses this recipient for good. `failed` = anything else that went wrong. */
export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly detail: string }
  /** `isUnclear` = the server may have taken the mail: its answer is missing. */
  | { readonly kind: 'failed'; readonly detail: string; readonly isUnclear: boolean };

const CONNECT_MS = 10 * SECOND;
/** The longest silence of the server (RFC 5321, 4.5.3.2): a mail that is given up too early comes twice. */
const SILENCE_MS = 5 * MINUTE;
/** The longest exchange. */
const WHOLE_MS = 10 * MINUTE;
const MOST_DETAIL_CHARS = 300;

interface SmtpFault {
  readonly message?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly rejectedErrors?: readonly SmtpFault[];
}

@Injectable()
export class SmtpClient {
  private readonly transport: Transporter | undefined;

  constructor(@Inject(CONFIG) private readonly config: MailConfig) {
    const { relay, isMailTlsRequired, extraCa } = config;
    this.transport =
      relay &&
      createTransport({
        host: relay.host,
        port: relay.port,
        secure: relay.isTls,
        requireTLS: isMailTlsRequired && !isLoopback(relay.host),
        ignoreTLS: isLoopback(relay.host), // a relay on loopback often shows a certificate that nobody trusts
        tls: { secureContext: new CaStore({ extraCa }).secureContext },
        ...(relay.user !== '' && { auth: { user: relay.user, pass: relay.password.reveal() } }),
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
  }

  /** The domain of Message-IDs. */
  get domain(): string {
    const address = sentAddress(this.config.mailSender?.address ?? '');
    return address.slice(address.lastIndexOf('@') + 1);
  }

  /** @param limitMs the exchange ends then */
  async send({ to, subject, text, html, messageId, unsubscribeUrl }: Mail, limitMs = WHOLE_MS): Promise<SendResult> {
    const { mailSender } = this.config;
    if (!this.transport || !mailSender) return { kind: 'failed', detail: 'SMTP_URL or SMTP_FROM is not set', isUnclear: false };
    const signal = AbortSignal.timeout(limitMs);
    try {
      await this.transport.sendMail({
        from: mailSender,
        to: { name: '', address: sentAddress(to) },
        subject,
        text,
        html,
        messageId: `<${messageId}@${this.domain}>`,
        headers: {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
        signal,
      });
      return { kind: 'sent' };
    } catch (error) {
      if (!signal.aborted) return toResult(error as SmtpFault, to);
      return { kind: 'failed', detail: `the mail server has not taken the mail within ${limitMs / SECOND} s`, isUnclear: true };
    }
  }
}

/** Servers repeat the address in their words. It is personal, and logs and rows outlive it. */
function toResult(error: SmtpFault, to: string): SendResult {
  const fault = error.rejectedErrors?.[0] ?? error;
  const isRecipient = error.rejectedErrors !== undefined || (fault.command ?? '').startsWith('RCPT');
  const isForGood = (fault.responseCode ?? 0) >= 500;
  const detail = oneLine(fault.response ?? fault.message ?? 'unknown fault').replaceAll(sentAddress(to), '…');
  return isRecipient && isForGood ? { kind: 'refused', detail } : { kind: 'failed', detail, isUnclear: !isBeforeTheText(fault) };
}

/** The server has said no, or the exchange has not come to the text of the mail. */
const isBeforeTheText = ({ responseCode, syscall, code }: SmtpFault): boolean =>
  responseCode !== undefined || syscall === 'connect' || ['EDNS', 'ETLS', 'EAUTH'].includes(code ?? '');

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_DETAIL_CHARS);
