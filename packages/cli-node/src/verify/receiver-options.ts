// The argument and options that `verify` and `rehearse` share.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { UsageError } from '#libs/command-line';
import { WEBHOOK_FORMATS, type WebhookFormat } from '#libs/contracts';
import { type CheckArgs, toCheckArgs } from '#libs/receiver-check';
import { usageError } from '../cli-error.js';
import { wholeNumber } from '../commands/cli.js';

export interface ReceiverOptions {
  readonly secretFile?: string;
  readonly header: readonly string[];
  readonly basic?: string;
  readonly format?: WebhookFormat;
  readonly timeoutMs?: number;
  readonly ca?: string;
  readonly json?: boolean;
}

const CLI = { secretOption: '--secret-file', isPlainOnLoopback: true } as const;

export const withReceiverOptions = (command: Command, format: string): Command =>
  command
    .argument('<url>', 'the URL of the receiver: https, or http on this machine')
    .option('--secret-file <file>', 'a file with the signing secret, whsec_…: signs the webhooks and checks which signatures are refused')
    .option('--header <NAME: VALUE>', 'a header that your receiver requires; may be repeated', append, [])
    .option('--basic <USER:PASSWORD>', 'HTTP Basic')
    .addOption(new Option('--format <format>', format).choices(WEBHOOK_FORMATS))
    .option('--timeout-ms <number>', "the receiver's timeoutMs, default 15000", wholeNumber(100, 999_999))
    .option('--ca <file>', 'also trusts the certificates of this authority (PEM)')
    .option('--json', 'JSON instead of lines for people');

const append = (value: string, before: readonly string[]): string[] => [...before, value];

/** @throws CliError with one sentence, without secrets */
export function toReceiver(url: string, { secretFile, header, basic, format, timeoutMs, ca }: ReceiverOptions): CheckArgs {
  refuseCredentials(url);
  const secret = secretFile === undefined ? undefined : contentOf(secretFile, '--secret-file').trim();
  if (ca !== undefined) contentOf(ca, '--ca');
  try {
    return toCheckArgs({ url, secret, headers: header, basic, format, timeoutMs, ca }, CLI);
  } catch (error) {
    throw error instanceof UsageError ? usageError(error.message) : error;
  }
}

/** A URL is shown, and its password with it. */
export function refuseCredentials(url: string): void {
  if (!URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw usageError('Give the credentials by --basic, not in the URL.');
}

function contentOf(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`${option}: ${(error as Error).message}`);
  }
}
