import { REFERENCE_KEYS, type WebhookPayload } from '#libs/contracts';

/** A recorded POST that the command repeats. Secrets are masked as in webhook-sender's attempt log. */
export interface ShownRequest {
  readonly url: string;
  /** Lines `name: value`. */
  readonly requestHeaders: string;
  /** null = not known: the command reads it from a file. */
  readonly requestBody: string | null;
  /** Values of the masked query parameters; undefined = no longer known. */
  readonly references: WebhookPayload['references'] | undefined;
}

const MASK = '***';
/** Linux limits one argument to 128 KiB, quotes included. */
const MOST_BODY_CHARS = 65_536;
/** curl sends these headers by default; the service does not. */
const WITHOUT = ['accept', 'expect'];

/** A command for a POSIX shell that repeats the POST. A variable `RECEIVER_…` stands for each secret; the command stops when a variable is not set. */
export function toCurlCommand({ url, requestHeaders, requestBody, references }: ShownRequest): string {
  const headers = requestHeaders.split('\n').filter((line) => line !== '');
  return [
    `curl -i --http1.1 --globoff -X POST ${quoted(withReferences(url, references))}`,
    ...headers.map(toHeaderOption),
    ...WITHOUT.map((name) => `-H '${name}:'`),
    `--data-binary ${bodyOption(requestBody)}`,
  ].join(' \\\n  ');
}

function toHeaderOption(line: string): string {
  const at = line.indexOf(': ');
  const [name, value] = [line.slice(0, at), line.slice(at + 2)];
  if (!value.endsWith(MASK)) return `-H ${quoted(line)}`;
  if (name.toLowerCase() === 'authorization' && value === `Basic ${MASK}`) return `-u "${variable('user')}:${variable('password')}"`;
  if (name.toLowerCase() === 'authorization' && value === `Bearer ${MASK}`) return `-H ${quoted(`${name}: Bearer `)}"${variable('token')}"`;
  const scheme = /^(?:Basic|Bearer) $/.exec(value.slice(0, -MASK.length))?.[0] ?? '';
  return `-H ${quoted(`${name}: ${scheme}`)}"${variable(name)}"`;
}

/** `?` stops the command with a message while the variable is not set. */
const variable = (name: string): string => `\${RECEIVER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}:?}`;

function withReferences(url: string, references: ShownRequest['references']): string {
  const at = url.indexOf('?');
  if (at < 0 || references === undefined) return url;
  const masked = new Map(REFERENCE_KEYS.map((name) => [`${name}=${MASK}`, `${name}=${encodeURIComponent(references[name])}`]));
  const parameters = url.slice(at + 1).split('&');
  return `${url.slice(0, at)}?${parameters.map((each) => masked.get(each) ?? each).join('&')}`;
}

function bodyOption(body: string | null): string {
  const option = body === null ? undefined : quoted(body);
  return option === undefined || option.length > MOST_BODY_CHARS ? '@body.json' : option;
}

/** Within single quotes, a POSIX shell interprets only the closing quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
