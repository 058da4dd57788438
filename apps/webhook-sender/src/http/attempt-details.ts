import { MASK, type WebhookRequest } from './webhook-request.js';

/** The fields of a POST that the attempt log keeps besides its outcome. Secrets and the values of references are masked. */
export interface AttemptDetails {
  readonly url: string;
  /** Lines of the form `name: value`, in the order in which they were sent. */
  readonly requestHeaders: string;
  readonly tlsVersion?: string | undefined;
  /** For this and the next two fields, undefined = the connection was already open, or this step was not reached. */
  readonly dnsMs?: number | undefined;
  readonly connectMs?: number | undefined;
  readonly tlsMs?: number | undefined;
  /** The validity of the server certificate, ISO 8601; undefined as above. */
  readonly certificateNotBefore?: string | undefined;
  readonly certificateNotAfter?: string | undefined;
  /** From the request to the head of the answer, ms. */
  readonly firstByteMs?: number | undefined;
}

/** Known authentication schemes. Anything else at the start of a receiver's header may be part of its secret. */
const SCHEMES = ['Basic ', 'Bearer '];

/** Returns the request headers, secret headers first, without the headers that the connection adds. */
export function shownHeaders({ headers, secretHeaders }: Pick<WebhookRequest, 'headers' | 'secretHeaders'>): string {
  const masked = Object.entries(secretHeaders)
    .filter(([name]) => !(name in headers))
    .map(([name, secret]) => `${name}: ${maskedCredentials(secret.reveal())}`);
  const shown = Object.entries(headers).map(
    ([name, value]) => `${name}: ${name === 'webhook-signature' ? maskedSignatures(value) : value}`,
  );
  return [...masked, ...shown].join('\n');
}

const maskedCredentials = (value: string): string => (SCHEMES.find((scheme) => value.startsWith(scheme)) ?? '') + MASK;

/** Keeps the number of signatures, which shows whether the secret was being rotated. */
const maskedSignatures = (value: string): string =>
  value
    .split(' ')
    .map(() => `v1,${MASK}`)
    .join(' ');
