import { Secret } from '#libs/config';
import { type AddressRange, type DeliveryAttempt, parseReceiverUrl, type ReceiverUrl, type ReferenceKey } from '#libs/contracts';
import type { Outcome } from './outcome.js';
import type { ClientCertificate, ReceiverAuth, ReceiverEndpoint } from '../receivers/receiver.js';
import { signatureHeaders } from './sign-request.js';
import type { TimeLimit } from './time-limit.js';

export const USER_AGENT = 'parcel-event-webhooks/1';
/** In place of what the attempt log may not keep. */
export const MASK = '***';

/** An HTTP request that is ready to send. */
export interface WebhookRequest extends TimeLimit {
  readonly receiverId: string;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** For the attempt log: the values of mirrored references are masked. */
  readonly shownUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Revealed at the socket and nowhere before. */
  readonly secretHeaders: Readonly<Record<string, Secret>>;
  /** What must not be kept when the receiver's answer repeats it. */
  readonly secrets: readonly Secret[];
  readonly body: string;
  readonly clientCertificate?: ClientCertificate;
}

/** The result of the preparation: a request, or the reason why there is none. */
export type Prepared = { readonly ok: true; readonly request: WebhookRequest } | { readonly ok: false; readonly outcome: Outcome };

/**
 * One attempt and the receiver as configured now → the HTTPS request (design: the POST), or why there can be none.
 * DnsResolver are resolved and checked by the client, at the connection that is then used.
 */
export function prepareRequest(
  attempt: DeliveryAttempt,
  receiver: ReceiverEndpoint,
  context: { nowMs: number; allowed: readonly AddressRange[] },
): Prepared {
  if (receiver.auth.type === 'unreadable')
    return unprepared({
      kind: 'auth',
      reason: 'credentials_unreadable',
      detail: 'The stored credentials of the receiver could not be opened.',
    });
  const parsed = parsedUrlOf(receiver, context.allowed);
  if (!parsed.ok) return unprepared({ kind: 'guard', reason: 'url_refused', detail: parsed.detail });
  const timestampSeconds = Math.floor(context.nowMs / 1000);
  return {
    ok: true,
    request: {
      receiverId: receiver.receiverId,
      origin: parsed.url.origin,
      path: withQuery(parsed.url, receiver.queryParameters, (name) => encodeURIComponent(attempt.references[name] ?? '')),
      shownUrl: parsed.url.origin + withQuery(parsed.url, receiver.queryParameters, () => MASK),
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        ...signatureHeaders({ eventid: attempt.eventid, timestampSeconds, body: attempt.body }, receiver.signingSecrets),
      },
      ...credentialsOf(receiver.auth),
      body: attempt.body,
      ...(receiver.clientCertificate && { clientCertificate: receiver.clientCertificate }),
      timeoutMs: receiver.timeoutMs,
      before: undefined,
    },
  };
}

const parsedUrls = new WeakMap<ReceiverEndpoint, { readonly allowed: readonly AddressRange[]; readonly parsed: ReceiverUrl }>();

/** A receiver is read once for many attempts: its URL is parsed for the first of them. */
function parsedUrlOf(receiver: ReceiverEndpoint, allowed: readonly AddressRange[]): ReceiverUrl {
  const known = parsedUrls.get(receiver);
  if (known?.allowed === allowed) return known.parsed;
  const parsed = parseReceiverUrl(receiver.url, allowed);
  parsedUrls.set(receiver, { allowed, parsed });
  return parsed;
}

const unprepared = (outcome: Outcome): Prepared => ({ ok: false, outcome });

/** An OAuth2 token is not known here: it is added when it is had (oauth2-exchange.service). */
function credentialsOf(auth: ReceiverAuth): Pick<WebhookRequest, 'secretHeaders' | 'secrets'> {
  if (auth.type === 'basic') {
    return { secretHeaders: { authorization: basicCredentials(auth.username, auth.password) }, secrets: [auth.password] };
  }
  return { secretHeaders: auth.type === 'headers' ? auth.headers : {}, secrets: [] };
}

/** Sent without being asked for, in UTF-8 (RFC 7617; domain D.10). */
export function basicCredentials(username: string, password: Secret): Secret {
  return new Secret(`Basic ${Buffer.from(`${username}:${password.reveal()}`, 'utf8').toString('base64')}`);
}

/** The receiver's own query stays untouched; a mirrored reference is added unless the URL already carries that name. */
function withQuery(url: URL, names: readonly ReferenceKey[], valueOf: (name: ReferenceKey) => string): string {
  const added = names
    .filter((name) => !url.searchParams.has(name))
    .map((name) => `${encodeURIComponent(name)}=${valueOf(name)}`)
    .join('&');
  if (added === '') return url.pathname + url.search;
  return `${url.pathname}${url.search === '' ? '?' : `${url.search}&`}${added}`;
}
