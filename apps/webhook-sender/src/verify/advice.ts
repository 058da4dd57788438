import type { AttemptReason } from '#libs/contracts';
import { isRedirect } from '../http/redirect-words.js';
import type { PostAnswer } from './post-answer.js';

const TLS =
  'Give the server a certificate for this name that is in force and leads to a public authority, with the intermediate certificates; your own authority is named by --ca FILE here, and by EXTRA_CA_FILE to the service.';
const ADVICE_ON_FAILURE: Readonly<Record<string, string>> = {
  tls: TLS,
  dns: 'Check the host of the URL: its name leads to no address.',
  timeout: 'Answer within the time-out, before you work on the event; where not even a connection came about, look at the firewall.',
  connection:
    'Check host and port of the URL, whether the server runs there, its firewall, and its log: it took no connection, or closed it.',
};
/** The advice where a connection was taken. */
const ADVICE_ON_ANSWER: Partial<Record<AttemptReason, string>> = {
  interim_answer:
    'Send the final answer alone, no `100 Continue` before it: we never ask for one. A server or proxy may add it on its own: switch that off there.',
  protocol_change: 'Answer in HTTP/1.1: the request asks for no other protocol.',
  answer_too_large: 'Answer with fewer or shorter header lines: often they are cookies, added by a proxy or framework.',
  invalid_http: 'Correct the status line and header lines of the answer; `curl --http1.1 -i` shows them as they come.',
  body_incomplete: 'Send the answer to its end, with as many bytes as its `Content-Length` says, before you close the connection.',
};
const NO_ROUTE = 'Check the way from here to the receiver: this machine has none, or no socket left.';
const ADVICE_ON_STATUS: Readonly<Record<number, string>> = {
  403: 'Give the credentials that the receiver asks for by --header or --basic; let its firewall pass POSTs without a browser.',
  404: 'Check the path of the URL: nothing answers there.',
  405: 'Check the path of the URL: what answers there takes no POST.',
};
const UNAUTHORIZED = 401;
const GIVE_SECRET = 'Give the signing secret of the receiver by --secret.';
const SECRET_DOES_NOT_FIT =
  'The given --secret does not fit: compare it with the secret that the receiver verifies with. The API shows `signing.secret` when it creates a receiver and when it replaces the secret.';
const GIVE_CREDENTIALS = 'If the receiver asks for credentials too, give them by --header or --basic.';
const CHECK_CREDENTIALS = 'If the receiver asks for credentials too, check the given --header or --basic.';
const REDIRECTED = 'Redirects are not followed: give the URL that it leads to.';
const REFUSED =
  'Answer every POST with a status 2xx within the time-out, before you work on it; the log of the receiver says why it did not.';

/** What the command line named to prove who we are. */
export interface Given {
  readonly hasSecret: boolean;
  readonly hasCredentials: boolean;
}

/** What to do about a receiver that answers a usual webhook so, or not at all. */
export function adviceOn(answer: PostAnswer, given: Given): string {
  if (answer.kind === 'failed') return adviceOnFailure(answer);
  if (isRedirect(answer.status)) return REDIRECTED;
  if (answer.status === UNAUTHORIZED) return adviceOnUnauthorized(given);
  return ADVICE_ON_STATUS[answer.status] ?? REFUSED;
}

/** It does not ask for what was given already. */
const adviceOnUnauthorized = ({ hasSecret, hasCredentials }: Given): string =>
  `${hasSecret ? SECRET_DOES_NOT_FIT : GIVE_SECRET} ${hasCredentials ? CHECK_CREDENTIALS : GIVE_CREDENTIALS}`;

function adviceOnFailure({ outcome, reason }: Extract<PostAnswer, { kind: 'failed' }>): string {
  const known = outcome === 'connection' && reason !== undefined ? ADVICE_ON_ANSWER[reason] : undefined;
  return known ?? ADVICE_ON_FAILURE[outcome] ?? NO_ROUTE;
}
