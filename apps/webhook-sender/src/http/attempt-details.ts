import { MASK, type WebhookRequest } from './webhook-request.js';

/** What the attempt log keeps of a POST besides its outcome. Secrets and the values of references are masked. */
export interface AttemptDetails {
  readonly url: string;
  /** Lines `name: value`, as they were sent. */
  readonly requestHeaders: string;
  readonly tlsVersion?: string | undefined;
  /** This one and the next two: undefined = the connection was open already, or it did not come to that. */
  readonly dnsMs?: number | undefined;
  readonly connectMs?: number | undefined;
  readonly tlsMs?: number | undefined;
  /** The server certificate's validity, ISO 8601; undefined as above. */
  readonly certificateNotBefore?: string | undefined;
  readonly certificateNotAfter?: string | undefined;
  /** From the request to the head of the answer. */
  readonly firstByteMs?: number | undefined;
}

/** Schemes that say how we prove ourselves. What else a header of the receiver's begins with may be part of its secret. */
const SCHEMES = ['Basic ', 'Bearer '];

/** The secret headers first, as they are sent; without those that the connection adds. */
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

/** How many there are says whether the secret was being replaced. */
const maskedSignatures = (value: string): string =>
  value
    .split(' ')
    .map(() => `v1,${MASK}`)
    .join(' ');
