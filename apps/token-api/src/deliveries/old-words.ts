// Older attempts have no `reason`: it is read from the words that webhook-sender wrote. Retention removes the last of them after 120 days.
import type { AttemptReason, OutcomeClass } from '#libs/contracts';

type Signs = readonly (readonly [AttemptReason, ...string[]])[];

/** The first that fits counts. */
const SIGNS: Readonly<Record<OutcomeClass, Signs>> = {
  accepted: [['second_post', 'the first POST was answered 401']],
  http_status: [
    ['redirected', 'redirects are not followed'],
    ['second_post', 'this is the second one, with a fresh token'],
    ['too_late_for_second_post', 'answered too late for a second POST'],
  ],
  timeout: [
    ['token_endpoint_slow', 'the token endpoint took'],
    ['body_incomplete', 'but not the whole body'],
    ['no_answer', 'but no answer came'],
    ['tls_unanswered', 'TLS handshake'],
    ['no_connection', 'no connection', 'ETIMEDOUT'],
  ],
  dns: [['name_unknown', '(ENOTFOUND)', '(ENODATA)', '(EBADNAME)']],
  connection: [
    ['refused', 'ECONNREFUSED'],
    ['client_certificate', 'client certificate'],
    ['idle_connection_closed', 'kept open from an earlier request'],
    ['body_incomplete', 'within the body', 'but not the whole body'],
    ['answer_too_large', 'headers of its answer are longer', 'KiB without a status'],
    ['invalid_http', 'not valid HTTP/1.1', 'which no HTTP status is', 'an interim answer', 'a change to another protocol', 'HPE_'],
    ['no_route', 'ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
    ['proxies_unconnected', 'none of the forward proxies could connect'],
    ['closed_unanswered', 'closed the connection before an answer'],
  ],
  tls: [
    ['untrusted_certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT'],
    ['certificate_expired', 'CERT_HAS_EXPIRED'],
    ['certificate_not_yet_valid', 'CERT_NOT_YET_VALID'],
    ['certificate_of_other_name', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
    ['weak_key', 'certificate key too weak'],
    ['weak_signature', 'signature digest algorithm too weak'],
    ['self_signed_certificate', 'SELF_SIGNED_CERT'],
    ['no_tls', 'does not answer in TLS'],
    ['tls_too_old', 'no TLS as new as 1.2', 'dh key too small'],
    ['http2_only', 'does not speak HTTP/1.1 over TLS'],
    ['costly_handshake', 'its TLS handshake has more than', 'its last TLS handshake failed and took'],
    ['client_key_refused', 'the key of our client certificate is refused'],
    ['client_certificate', 'client certificate'],
  ],
  proxy: [],
  guard: [['url_refused', 'The URL ']],
  auth: [
    ['credentials_unreadable', 'could not be opened'],
    ['no_fresh_token', 'the POST was answered 401'],
    ['token_endpoint_unreachable', 'could not be asked', 'was not asked'],
    ['token_endpoint_late', 'did not answer completely'],
    [
      'token_endpoint_failed',
      'endpoint answered 5',
      'endpoint answered 429',
      'answered 200 without a usable access_token',
      'answered a token that is no bearer token',
      ', and redirects are not followed',
    ],
  ],
};

export const reasonByWords = (outcome: OutcomeClass, detail: string): AttemptReason | undefined =>
  SIGNS[outcome].find(([, ...words]) => words.some((each) => detail.includes(each)))?.[0];
