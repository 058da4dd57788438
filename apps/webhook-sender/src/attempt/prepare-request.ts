import { basicCredentials, type DeliveryAttempt, isOperational, signatureHeaders, USER_AGENT, withMirrored } from '#libs/contracts';
import { type AddressRange, parseReceiverUrl, type ReceiverUrl } from '#libs/egress';
import type { Outcome } from '../http/outcome.js';
import { MASK, type WebhookRequest } from '../http/webhook-request.js';
import type { ReceiverAuth, ReceiverEndpoint } from '../receivers/receiver.js';

/** The result of the preparation: a request, or the reason why there is none. */
export type Prepared = { readonly ok: true; readonly request: WebhookRequest } | { readonly ok: false; readonly outcome: Outcome };

/**
 * Returns the HTTPS request for one attempt and its receiver, or the outcome that says why there is none.
 * The client resolves the host name and checks its addresses when it connects.
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
  const mirrored = isOperational(attempt.event) ? [] : receiver.queryParameters; // operational events have no references
  return {
    ok: true,
    request: {
      receiverId: receiver.receiverId,
      origin: parsed.url.origin,
      path: withMirrored(parsed.url, mirrored, (name) => encodeURIComponent(attempt.references[name] ?? '')),
      shownUrl: parsed.url.origin + withMirrored(parsed.url, mirrored, () => MASK),
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

/** One receiver object serves many attempts, so its URL is parsed once. */
function parsedUrlOf(receiver: ReceiverEndpoint, allowed: readonly AddressRange[]): ReceiverUrl {
  const known = parsedUrls.get(receiver);
  if (known?.allowed === allowed) return known.parsed;
  const parsed = parseReceiverUrl(receiver.url, allowed);
  parsedUrls.set(receiver, { allowed, parsed });
  return parsed;
}

const unprepared = (outcome: Outcome): Prepared => ({ ok: false, outcome });

/** oauth2-exchange.service adds an OAuth2 token later. */
function credentialsOf(auth: ReceiverAuth): Pick<WebhookRequest, 'secretHeaders' | 'secrets'> {
  if (auth.type === 'basic') {
    return { secretHeaders: { authorization: basicCredentials(auth.username, auth.password) }, secrets: [auth.password] };
  }
  return { secretHeaders: auth.type === 'headers' ? auth.headers : {}, secrets: [] };
}
