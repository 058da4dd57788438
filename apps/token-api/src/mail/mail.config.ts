import { isIP } from 'node:net';
import { asBoolean, asInteger, DAY, HOUR, MINUTE, optional, Secret } from '#libs/config';
import { egressSettings, isWithin, parseAddressRanges } from '#libs/egress';
import addressParser from 'nodemailer/lib/addressparser';
import { addressFault } from './mail-address.js';

/** The relay that takes the mails. */
export interface Relay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly isTls: boolean;
  readonly user: string;
  readonly password: Secret;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** `smtp://user:password@host:587`. It carries a password, so faults do not repeat it. */
function asRelay(text: string): Relay | undefined {
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const port = url && PORTS[url.protocol];
  if (!url || port === undefined || url.hostname === '')
    throw new Error('must be a URL such as smtp://user:password@mail.example:587, or smtps://…');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    isTls: url.protocol === 'smtps:',
    user: decodeURIComponent(url.username),
    password: new Secret(decodeURIComponent(url.password)),
  };
}

interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `Webhooks <webhooks@example.org>` or `webhooks@example.org` */
function asSender(text: string): Sender | undefined {
  if (text === '') return undefined;
  const [sender, ...others] = addressParser(text, { flatten: true });
  if (!sender || others.length > 0 || addressFault(sender.address ?? '') !== undefined)
    throw new Error(`must look like Webhooks <webhooks@example.org>, not "${text}"`);
  return { name: sender.name ?? '', address: sender.address ?? '' };
}

const LOOPBACK = parseAddressRanges('127.0.0.0/8,::1/128');

export const isLoopback = (host: string): boolean => host === 'localhost' || (isIP(host) !== 0 && isWithin(host, LOOPBACK));

/** docs/notifications.md explains the effect of each setting. */
export const mailSettings = {
  extraCa: egressSettings.extraCa,
  relay: optional(
    'SMTP_URL',
    asRelay,
    '',
    'mail server (relay) for notifications by mail, smtp://user:password@host:587 (STARTTLS) or smtps://…; empty = no mails',
  ),
  mailSender: optional('SMTP_FROM', asSender, '', 'sender of the mails, such as Webhooks <webhooks@example.org>; needed with SMTP_URL'),
  isMailTlsRequired: optional(
    'SMTP_TLS_REQUIRED',
    asBoolean,
    'true',
    'false = mails also go to a relay without STARTTLS; a relay on loopback never needs TLS',
  ),
  mailWindowMs: optional(
    'MAIL_WINDOW_MS',
    asInteger(100, DAY),
    String(HOUR),
    'a target gets at most ten mails in this time, ms; the others come as one mail at its end',
  ),
  mailRetryMs: optional(
    'MAIL_RETRY_MS',
    asInteger(10, HOUR),
    String(MINUTE),
    'pause before the first repetition of a failed mail, ms; it doubles up to an hour',
  ),
  mailTriedForMs: optional('MAIL_TRIED_FOR_MS', asInteger(100, 30 * DAY), String(DAY), 'how long a mail is tried before it has failed, ms'),
  mailRefusedForMs: optional(
    'MAIL_REFUSED_FOR_MS',
    asInteger(0, 90 * DAY),
    String(3 * DAY),
    'a target is undeliverable when the relay has refused its address three times over at least this time, without a success, ms',
  ),
};
