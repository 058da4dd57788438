import { type AddressRange, type DeliveryAttempt, parseReceiverUrl, type ReferenceKey } from '#libs/contracts';
import type { ReceiverEndpoint } from './receiver.js';
import { signatureHeaders } from './sign-request.js';

export const USER_AGENT = 'parcel-event-webhooks/1';

export interface WebhookRequest {
  readonly receiverId: string;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export type Prepared = { readonly ok: true; readonly request: WebhookRequest } | { readonly ok: false; readonly detail: string };

/**
 * One attempt and the receiver as configured now → the HTTPS request (design: the POST), or why the guard refuses the URL.
 * Names are resolved and checked by the client, at the connection that is then used.
 */
export function prepareRequest(
  attempt: DeliveryAttempt,
  receiver: ReceiverEndpoint,
  context: { nowMs: number; allowed: readonly AddressRange[] },
): Prepared {
  const parsed = parseReceiverUrl(receiver.url, context.allowed);
  if (!parsed.ok) return parsed;
  const timestampSeconds = Math.floor(context.nowMs / 1000);
  return {
    ok: true,
    request: {
      receiverId: receiver.receiverId,
      origin: parsed.url.origin,
      path: withQuery(parsed.url, receiver.queryParameters, attempt.references),
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        ...signatureHeaders({ eventid: attempt.eventid, timestampSeconds, body: attempt.body }, receiver.signingSecrets),
      },
      body: attempt.body,
      timeoutMs: receiver.timeoutMs,
    },
  };
}

/** The receiver's own query stays untouched; a mirrored reference is added unless the URL already carries that name. */
function withQuery(url: URL, names: readonly ReferenceKey[], references: Readonly<Record<string, string>>): string {
  const added = names
    .filter((name) => !url.searchParams.has(name))
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(references[name] ?? '')}`)
    .join('&');
  if (added === '') return url.pathname + url.search;
  return `${url.pathname}${url.search === '' ? '?' : `${url.search}&`}${added}`;
}
