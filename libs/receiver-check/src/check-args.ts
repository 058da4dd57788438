import { UsageError } from '#libs/command-line';
import { Secret } from '#libs/config';
import { basicCredentials, WEBHOOK_FORMATS, type WebhookFormat } from '#libs/contracts';
import { isLoopback } from './loopback.js';

export interface CheckArgs {
  readonly url: string;
  readonly secret?: Secret | undefined;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly formats: readonly WebhookFormat[];
  readonly timeoutMs: number;
  readonly caFile?: string | undefined;
  /** The option that gives the secret, for the advice. */
  readonly secretOption: string;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** The argument and options of a command that checks a receiver; undefined = not given. */
export interface CheckOptions {
  readonly url: string;
  readonly secret: string | undefined;
  readonly headers: readonly string[];
  readonly basic: string | undefined;
  readonly format: WebhookFormat | undefined;
  readonly timeoutMs: number | undefined;
  readonly ca: string | undefined;
}

/** What differs between the commands that check a receiver. */
export interface CheckSetting {
  readonly secretOption: string;
  /** True: this machine may be checked over plain http. */
  readonly isPlainOnLoopback: boolean;
}

const OPERATOR: CheckSetting = { secretOption: '--secret', isPlainOnLoopback: false };

/** @throws UsageError with one sentence that says what is wrong, without secrets */
export function toCheckArgs(options: CheckOptions, { secretOption, isPlainOnLoopback }: CheckSetting = OPERATOR): CheckArgs {
  const { url, secret, headers, basic, format, timeoutMs = DEFAULT_TIMEOUT_MS, ca } = options;
  if (!isHttps(url) && !(isPlainOnLoopback && isPlainLoopback(url))) {
    throw new UsageError(
      `"${url}" is not an https URL: ${isPlainOnLoopback ? 'only this machine may be reached over http' : 'webhooks need HTTPS'}.`,
    );
  }
  return {
    url,
    secretOption,
    secret: secret === undefined ? undefined : toSecret(secret, secretOption),
    headers: { ...Object.fromEntries(headers.map(toHeader)), ...basicHeader(basic) },
    formats: format === undefined ? WEBHOOK_FORMATS : [format],
    timeoutMs,
    caFile: ca,
  };
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';

const isPlainLoopback = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'http:' && isLoopback(new URL(url));

/** @param option where the text was given @throws UsageError, without the text */
function toSecret(given: string, option: string): Secret {
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(given))
    throw new UsageError(`${option} must be the receiver’s \`signing.secret\`: whsec_ and base64.`);
  return new Secret(given);
}

function toHeader(line: string): [string, Secret] {
  const [, name, rest] = /^([^:\s]+):(.+)$/.exec(line) ?? [];
  const value = rest?.trim();
  if (name === undefined || !value) throw new UsageError("--header must have the form 'NAME: VALUE'.");
  return [name.toLowerCase(), new Secret(value)];
}

function basicHeader(basic: string | undefined): Record<string, Secret> {
  if (basic === undefined) return {};
  const colon = basic.indexOf(':');
  if (colon < 1) throw new UsageError('--basic must have the form USER:PASSWORD.');
  return { authorization: basicCredentials(basic.slice(0, colon), new Secret(basic.slice(colon + 1))) };
}
