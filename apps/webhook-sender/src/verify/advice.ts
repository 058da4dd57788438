import { isRedirect } from '../delivery/redirect-words.js';
import type { PostAnswer } from './judge-answers.js';

const TLS =
  'Give the server a certificate for this name that is in force and leads to a public authority, with the intermediate certificates; your own authority is named by --ca FILE here, and by EXTRA_CA_FILE to the service.';
const ADVICE_ON_FAILURE: Readonly<Record<string, string>> = {
  tls: TLS,
  dns: 'Check the host of the URL: its name leads to no address.',
  timeout: 'Answer within the time-out, before you work on the event; where not even a connection came about, look at the firewall.',
  connection:
    'Check host and port of the URL, whether the server runs there, its firewall, and its log: it took no connection, or closed it.',
};
/** Of connections that were taken. */
const ADVICE_ON_ANSWER: readonly (readonly [RegExp, string])[] = [
  [
    /100 Continue/,
    'Send the final answer alone, no `100 Continue` before it: we never ask for one. A server or proxy may add it on its own: switch that off there.',
  ],
  [/\(Upgrade\)/, 'Answer in HTTP/1.1: the request asks for no other protocol.'],
  [/headers of its answer/, 'Answer with fewer or shorter header lines: often they are cookies, added by a proxy or framework.'],
  [/HTTP\/1\.1/, 'Correct the status line and header lines of the answer; `curl --http1.1 -i` shows them as they come.'],
  [/^status \d+ came/, 'Send the answer to its end, with as many bytes as its `Content-Length` says, before you close the connection.'],
];
const NO_ROUTE = 'Check the way from here to the receiver: this machine has none, or no socket left.';
const ADVICE_ON_STATUS: Readonly<Record<number, string>> = {
  401: 'Give the credentials that the receiver asks for by --header or --basic, and its signing secret by --secret.',
  403: 'Give the credentials that the receiver asks for by --header or --basic; let its firewall pass POSTs without a browser.',
  404: 'Check the path of the URL: nothing answers there.',
  405: 'Check the path of the URL: what answers there takes no POST.',
};
const REDIRECTED = 'Redirects are not followed: give the URL that it leads to.';
const REFUSED =
  'Answer every POST with a status 2xx within the time-out, before you work on it; the log of the receiver says why it did not.';

/** What to do about one that answers a usual webhook so, or not at all. */
export function adviceOn(answer: PostAnswer): string {
  if (answer.kind === 'failed') return adviceOnFailure(answer);
  if (isRedirect(answer.status)) return REDIRECTED;
  return ADVICE_ON_STATUS[answer.status] ?? REFUSED;
}

function adviceOnFailure({ outcome, detail }: Extract<PostAnswer, { kind: 'failed' }>): string {
  const known = outcome === 'connection' ? ADVICE_ON_ANSWER.find(([sign]) => sign.test(detail)) : undefined;
  return known?.[1] ?? ADVICE_ON_FAILURE[outcome] ?? NO_ROUTE;
}
