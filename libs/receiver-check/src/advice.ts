import { type AttemptReason, isRedirect } from '#libs/contracts';
import type { PostAnswer } from './post-answer.js';

const TLS =
  'Give the server a valid certificate for this name from a public authority, with the intermediate certificates. For an authority of your own, use --ca FILE here, and EXTRA_CA_FILE for the service.';
const ADVICE_ON_FAILURE: Readonly<Record<string, string>> = {
  tls: TLS,
  dns: 'Check the host of the URL: its name has no address.',
  timeout: 'Answer within the time-out, before you process the event. If there was no connection at all, check the firewall.',
  connection:
    'Check the host and port of the URL, whether the server runs, its firewall and its log: it accepted no connection, or closed it.',
};
/** The advice for a receiver that accepted a connection. */
const ADVICE_ON_ANSWER: Partial<Record<AttemptReason, string>> = {
  interim_answer:
    'Send only the final answer, with no `100 Continue` before it: the service never asks for one. A server or proxy may add it on its own; switch that off there.',
  protocol_change: 'Answer in HTTP/1.1: the request asks for no other protocol.',
  answer_too_large: 'Answer with fewer or shorter header lines; often they are cookies from a proxy or framework.',
  invalid_http: 'Correct the status line and header lines of the answer; `curl --http1.1 -i` shows them as sent.',
  body_incomplete: 'Send the answer to its end, with the number of bytes in its `Content-Length`, before you close the connection.',
};
const NO_ROUTE = 'Check the route to the receiver: this machine has none, or no free socket.';
const ADVICE_ON_STATUS: Readonly<Record<number, string>> = {
  403: 'Give the receiver’s credentials by --header or --basic, and let its firewall accept POSTs that do not come from a browser.',
  404: 'Check the path of the URL: nothing answers there.',
  405: 'Check the path of the URL: the server accepts no POST there.',
};
const UNAUTHORIZED = 401;
const COMPARE_SECRETS =
  'Compare it with the secret that the receiver uses to verify signatures. The API shows `signing.secret` when it creates a receiver and when it replaces the secret.';
const GIVE_CREDENTIALS = 'If the receiver also requires credentials, give them by --header or --basic.';
const CHECK_CREDENTIALS = 'If the receiver also requires credentials, check the given --header or --basic.';
const REDIRECTED = 'Redirects are not followed: give the final URL.';
const REFUSED =
  'Answer every POST with status 2xx within the time-out, before you process the event. The receiver’s log says why it did not.';

/** The credentials given on the command line. */
export interface Given {
  /** The option that gives the secret. */
  readonly secretOption: string;
  readonly hasSecret: boolean;
  readonly hasCredentials: boolean;
}

/** Returns advice about a receiver that gives this answer to a usual webhook. */
export function adviceOn(answer: PostAnswer, given: Given): string {
  if (answer.kind === 'failed') return adviceOnFailure(answer);
  if (isRedirect(answer.status)) return REDIRECTED;
  if (answer.status === UNAUTHORIZED) return adviceOnUnauthorized(given);
  return ADVICE_ON_STATUS[answer.status] ?? REFUSED;
}

/** Does not ask for credentials that were given already. */
function adviceOnUnauthorized({ secretOption, hasSecret, hasCredentials }: Given): string {
  const secret = hasSecret
    ? `The given ${secretOption} does not fit. ${COMPARE_SECRETS}`
    : `Give the signing secret of the receiver by ${secretOption}.`;
  return `${secret} ${hasCredentials ? CHECK_CREDENTIALS : GIVE_CREDENTIALS}`;
}

function adviceOnFailure({ outcome, reason }: Extract<PostAnswer, { kind: 'failed' }>): string {
  const known = outcome === 'connection' && reason !== undefined ? ADVICE_ON_ANSWER[reason] : undefined;
  return known ?? ADVICE_ON_FAILURE[outcome] ?? NO_ROUTE;
}
