import { parseArgs } from 'node:util';
import { Secret } from '#libs/config';
import { WEBHOOK_FORMATS, type WebhookFormat } from '#libs/contracts';
import { basicCredentials } from '../attempt/prepare-request.js';

export const VERIFY_USAGE = `receiver:verify URL [--secret whsec_…] [--header "NAME: VALUE"] [--basic USER:PASSWORD] [--format plain|cloudevents] [--timeout-ms NUMBER] [--ca FILE]

  --secret whsec_…        the signing secret of the receiver: signs what is sent and checks that wrong signatures are refused
  --header "NAME: VALUE"  a header your receiver asks for; may be repeated
  --basic USER:PASSWORD   HTTP Basic
  --format plain|cloudevents   only this format; default both
  --timeout-ms NUMBER     the receiver's timeoutMs, default 15000
  --ca FILE               trusts the certificates of this authority (PEM) as well

The numbers of the practice webhooks begin with TEST.`;

export interface VerifyArgs {
  readonly url: string;
  readonly secret?: Secret | undefined;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly formats: readonly WebhookFormat[];
  readonly timeoutMs: number;
  readonly caFile?: string | undefined;
}

const DEFAULT_TIMEOUT_MS = '15000';
const text = { type: 'string' } as const;

/** Command line → what to check. @throws Error with one sentence that says what is wrong */
export function parseVerifyArgs(argv: readonly string[]): VerifyArgs {
  const options = { secret: text, header: { ...text, multiple: true }, basic: text, format: text, 'timeout-ms': text, ca: text } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0) throw new Error('Name the URL of one receiver.');
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new Error(`"${url}" is no https URL: webhooks go to HTTPS alone.`);
  return {
    url,
    secret: values.secret === undefined ? undefined : toSecret(values.secret),
    headers: { ...Object.fromEntries((values.header ?? []).map(toHeader)), ...basicHeader(values.basic) },
    formats: toFormats(values.format),
    timeoutMs: toTimeoutMs(values['timeout-ms'] ?? DEFAULT_TIMEOUT_MS),
    caFile: values.ca,
  };
}

function toSecret(given: string): Secret {
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(given)) throw new Error('--secret must be the `signing.secret` of the receiver, whsec_ and base64.');
  return new Secret(given);
}

function toHeader(line: string): [string, Secret] {
  const [, name, rest] = /^([^:\s]+):(.+)$/.exec(line) ?? [];
  const value = rest?.trim();
  if (name === undefined || !value) throw new Error("--header must have the form 'NAME: VALUE'.");
  return [name.toLowerCase(), new Secret(value)];
}

function basicHeader(basic: string | undefined): Record<string, Secret> {
  if (basic === undefined) return {};
  const colon = basic.indexOf(':');
  if (colon < 1) throw new Error('--basic must have the form USER:PASSWORD.');
  return { authorization: basicCredentials(basic.slice(0, colon), new Secret(basic.slice(colon + 1))) };
}

function toFormats(format: string | undefined): readonly WebhookFormat[] {
  if (format === undefined) return WEBHOOK_FORMATS;
  const known = WEBHOOK_FORMATS.filter((each) => each === format);
  if (known.length === 0) throw new Error(`--format must be one of ${WEBHOOK_FORMATS.join(', ')}, not "${format}".`);
  return known;
}

function toTimeoutMs(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 100) throw new Error(`--timeout-ms must be a whole number from 100, not "${text}".`);
  return Number(text);
}
