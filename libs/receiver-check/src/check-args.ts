import { UsageError } from '#libs/command-line';
import { Secret } from '#libs/config';
import { basicCredentials, WEBHOOK_FORMATS, type WebhookFormat } from '#libs/contracts';

export interface CheckArgs {
  readonly url: string;
  readonly secret?: Secret | undefined;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly formats: readonly WebhookFormat[];
  readonly timeoutMs: number;
  readonly caFile?: string | undefined;
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

/** @throws UsageError with one sentence that says what is wrong, without secrets */
export function toCheckArgs({ url, secret, headers, basic, format, timeoutMs = DEFAULT_TIMEOUT_MS, ca }: CheckOptions): CheckArgs {
  if (!isHttps(url)) throw new UsageError(`"${url}" is not an https URL: webhooks need HTTPS.`);
  return {
    url,
    secret: secret === undefined ? undefined : toSecret(secret, '--secret'),
    headers: { ...Object.fromEntries(headers.map(toHeader)), ...basicHeader(basic) },
    formats: format === undefined ? WEBHOOK_FORMATS : [format],
    timeoutMs,
    caFile: ca,
  };
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';

/** @param option where the text was given @throws UsageError, without the text */
export function toSecret(given: string, option: string): Secret {
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
