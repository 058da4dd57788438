import { describe, expect, it } from '@jest/globals';
import { ATTEMPT_REASONS, type AttemptReason, OUTCOMES, type OutcomeClass } from '#libs/contracts';
import { Secret } from '#libs/config';
import { type AttemptEnd, DIAGNOSES, diagnosisRowOf } from '../../apps/token-api/src/deliveries/diagnosis.js';
import { FailureAttribution } from '../../libs/egress/src/addresses/failure-attribution.js';
import { type ExchangeProgress, lateWords, refusedKey } from '../../apps/webhook-sender/src/http/failure-words.js';
import { classifyAnswer, classifyFailure, isNotMade, type NotMade, type Outcome } from '../../apps/webhook-sender/src/http/outcome.js';
import { prepareRequest } from '../../apps/webhook-sender/src/attempt/prepare-request.js';
import { parseTokenAnswer, tooLate } from '../../apps/webhook-sender/src/oauth2/token-answer.js';
import { judgeNoTunnel, type Refusal } from '../../libs/egress/src/proxies/tunnel-verdict.js';

interface Ended {
  readonly reason?: AttemptReason | undefined;
  readonly detail?: string | undefined;
}

const ended = (outcome: OutcomeClass, { reason, detail }: Ended, httpStatus: number | null = null): AttemptEnd => ({
  outcome,
  httpStatus,
  reason: reason === undefined ? null : ATTEMPT_REASONS[reason],
  detail: detail ?? null,
});

const toEnd = (outcome: Outcome | NotMade): AttemptEnd => {
  if (isNotMade(outcome)) throw new Error(`no attempt: ${outcome.detail}`);
  return ended(outcome.kind, outcome, outcome.httpStatus);
};

const answered = (httpStatus: number, told: Ended = {}): AttemptEnd =>
  toEnd({ ...classifyAnswer({ httpStatus, text: '' }), ...(told as Outcome) });
const SECOND: Ended = {
  reason: 'second_post',
  detail: 'the first POST was answered 401; this is the second POST, with a fresh token',
};
const redirected = (): AttemptEnd => toEnd(classifyAnswer({ httpStatus: 301, text: '', location: 'https://shop.example/' }));

const WRITTEN: ExchangeProgress = { kind: 'written', isReused: false, isCertificateWanted: false };
const limit = { timeoutMs: 1000 };

/** Classifies an error of Node or undici as webhook-sender does. */
const failed = (code: string, message: string, progress: ExchangeProgress = { kind: 'connecting' }, more: object = {}): AttemptEnd =>
  toEnd(classifyFailure({ name: 'Error', code, message, ...more }, { limit, progress }));

const late = (progress: ExchangeProgress | undefined, before?: { what: string; ms: number }): AttemptEnd =>
  ended('timeout', lateWords({ ...limit, before }, progress));

const unreachable = (refusal: Refusal): AttemptEnd => {
  const reach = new FailureAttribution(0);
  const { code, message } = judgeNoTunnel({ target: 't', refusals: [{ proxy: 'p', refusal }], faults: [] }, reach, 1);
  return failed(code, message);
};

const noToken = ({ reason, detail }: Ended): AttemptEnd => ended('auth', { reason, detail: `the token endpoint ${detail}` });
const answeredToken = (status: number): AttemptEnd => {
  const answer = parseTokenAnswer(status, '{"error":"invalid_client"}', []);
  return noToken(answer.ok ? {} : answer);
};

const prepared = (url: string, auth: 'none' | 'unreadable'): AttemptEnd => {
  const receiver = {
    receiverId: 'r',
    url,
    enabled: true,
    queryParameters: [],
    signingSecrets: [] as Secret[],
    timeoutMs: 1,
    maxPerSecond: null,
    maxInFlight: null,
  };
  const attempt = {
    deliveryId: 'd',
    deliveryCreatedAtMs: 0,
    receiverId: 'r',
    account: 1,
    consignmentId: 'c',
    eventid: 'e',
    event: 'onCreated',
    round: 1,
    attempt: 1,
    references: {},
    body: Buffer.alloc(0),
  } as const;
  const made = prepareRequest(attempt, { ...receiver, auth: { type: auth } }, { nowMs: 0, allowed: [] });
  if (made.ok) throw new Error('it could be sent');
  return toEnd(made.outcome);
};

/** For each row of the table: a real end of an attempt, and the beginning of its meaning. */
const ENDS: readonly (readonly [string, AttemptEnd])[] = [
  ['Your server answered 401, then 2xx', answered(200, SECOND)],
  ['Your server sent a complete 2xx', answered(204)],
  ['Your server redirects', redirected()],
  ['Your server does not accept the body', answered(422)],
  ['Your server refuses a fresh OAuth2', answered(401, SECOND)],
  [
    'Your server refused the OAuth2 token',
    answered(401, { reason: 'too_late_for_second_post', detail: 'answered too late for a second POST with a fresh token' }),
  ],
  ['Your server refuses the credentials', answered(401)],
  ['Your server, or a firewall', answered(403)],
  ['Your server does not know the path', answered(404)],
  ['The path does not accept POST', answered(405)],
  ['Your server says that the endpoint is gone', answered(410)],
  ['The body is larger', answered(413)],
  ['Your server does not accept the content type', answered(415)],
  ['Your server is busy', answered(429)],
  ['A proxy or load balancer', answered(502)],
  ['Your program failed', answered(500)],
  ['Your server answered, but not 2xx', answered(304)],
  ['The token endpoint took', late(WRITTEN, { what: 'the token endpoint', ms: 600 })],
  ['A status came, but the answer did not end', late({ kind: 'answering', httpStatus: 200 })],
  ['Your server has the POST, but did not answer', late(WRITTEN)],
  ['Your server accepted the connection', late({ kind: 'securing' })],
  ['Your server accepted no connection', late({ kind: 'connecting' })],
  ['Your server accepted no connection', failed('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443')],
  ['Your server accepted no connection', unreachable(504)],
  ['No complete answer', late(undefined)],
  ['The host name does not exist', failed('E_DNS', 'no.example could not be resolved (ENOTFOUND)', undefined, { reason: 'ENOTFOUND' })],
  [
    'The name servers of the host name',
    failed('E_DNS', 'no.example could not be resolved (ESERVFAIL)', undefined, { reason: 'ESERVFAIL' }),
  ],
  ['The connection was refused', failed('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443')],
  ['Your server closed the connection. It asked', failed('ECONNRESET', 'read ECONNRESET', { ...WRITTEN, isCertificateWanted: true })],
  ['Your server closed an idle connection', failed('UND_ERR_SOCKET', 'other side closed', { ...WRITTEN, isReused: true })],
  ['A status came, but not the whole body', failed('UND_ERR_SOCKET', 'other side closed', { kind: 'answering', httpStatus: 200 })],
  ['The answer is too large', failed('UND_ERR_HEADERS_OVERFLOW', 'Headers Overflow Error', WRITTEN)],
  ['The answer is not valid HTTP/1.1', failed('UND_ERR_RES_CONTENT_LENGTH_MISMATCH', '', WRITTEN)],
  ['The answer is not valid HTTP/1.1', failed('UND_ERR_SOCKET', 'bad response', WRITTEN)],
  ['The answer is not valid HTTP/1.1', failed('UND_ERR_SOCKET', 'bad upgrade', WRITTEN)],
  ['The answer is not valid HTTP/1.1', failed('HPE_INVALID_CONSTANT', 'Expected HTTP/', WRITTEN)],
  ['No route leads', failed('EHOSTUNREACH', 'connect EHOSTUNREACH 192.0.2.1:443')],
  ['The forward proxies of the operator could not', unreachable(502)],
  ['Your server has the POST, but closed', failed('UND_ERR_SOCKET', 'other side closed', WRITTEN)],
  ['The connection was closed or broke', failed('ECONNRESET', 'read ECONNRESET')],
  ['Your certificate has no chain', failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate')],
  ['Your certificate or one of its intermediate', failed('CERT_HAS_EXPIRED', 'certificate has expired')],
  ['Your certificate is not valid yet', failed('CERT_NOT_YET_VALID', 'certificate is not yet valid')],
  ['Your certificate is not valid for', failed('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames")],
  ['The RSA key of your certificate', failed('UNSPECIFIED', 'EE certificate key too weak')],
  ['Your certificate, or a certificate in its chain, is signed', failed('UNSPECIFIED', 'CA signature digest algorithm too weak')],
  ['Your certificate is self-signed', failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')],
  ['The port does not speak TLS', failed('EPROTO', '80B:error:0A00010B:SSL routines:f:wrong version number:a.c:350:')],
  ['The TLS of your server is too old', failed('EPROTO', '80B:error:0A00010B:SSL routines:f:tlsv1 alert protocol version:a.c:350:')],
  ['The TLS of your server is too old', failed('ERR_SSL_DH_KEY_TOO_SMALL', '80B:error:0A00010B:SSL routines:f:dh key too small:a.c:350:')],
  ['Your server speaks only HTTP/2', failed('ERR_SSL_X', '80B:error:0A00010B:SSL routines:f:tlsv1 alert no application protocol:a.c:350:')],
  ['The certificates of your server are too large', failed('E_HANDSHAKE', 'its TLS handshake is longer than 16 KiB')],
  ['The service does not use the key', ended('tls', refusedKey('The key cannot sign.'))],
  [
    'Your server asks for a client certificate',
    failed('ERR_SSL_X', '80B:error:0A00010B:SSL routines:f:ssl/tls alert handshake failure:a.c:1:'),
  ],
  ['The TLS handshake failed', failed('ERR_SSL_X', '80B:error:0A00010B:SSL routines:f:unexpected message:a.c:350:')],
  ['The forward proxies of the operator refuse', unreachable(403)],
  ['The service may not POST', prepared('https://10.0.0.1/', 'none')],
  ['The host name resolves to', failed('E_GUARD', 'in.example leads to what is no public address')],
  ['The stored credentials', prepared('https://shop.example/', 'unreadable')],
  [
    'Your server answered 401, and',
    ended(
      'auth',
      { reason: 'no_fresh_token', detail: 'the POST was answered 401; for a fresh token the token endpoint answered 500' },
      401,
    ),
  ],
  [
    'The token endpoint cannot be reached',
    noToken({ reason: 'token_endpoint_unreachable', detail: 'could not be asked (dns): no.example could not be resolved (ENOTFOUND)' }),
  ],
  ['The token endpoint did not answer within', noToken(tooLate(1000))],
  ['The token endpoint answered with neither', answeredToken(503)],
  ['The token endpoint gave no token', answeredToken(401)],
];

describe('the diagnosis of an attempt', () => {
  it.each(ENDS)('matches a real end by its reason: %s', (beginning, end) => {
    expect(diagnosisRowOf({ ...end, detail: null }).meaning.slice(0, beginning.length)).toBe(beginning);
  });

  it('has a row for each reason, and numbers each reason differently', () => {
    const shown = new Set(Object.values(DIAGNOSES).flatMap((rows) => rows.flatMap(({ reasons }) => reasons ?? [])));
    expect(Object.keys(ATTEMPT_REASONS).filter((reason) => !shown.has(reason as AttemptReason))).toEqual([]);
    expect(new Set(Object.values(ATTEMPT_REASONS)).size).toBe(Object.keys(ATTEMPT_REASONS).length);
  });

  it('has a row only for ends that occur', () => {
    const reached = new Set(ENDS.map(([, end]) => diagnosisRowOf(end)));
    expect(Object.values(DIAGNOSES).flatMap((rows) => rows.filter((row) => !reached.has(row)))).toEqual([]);
  });

  it('has, for each outcome, a last row that always fits', () => {
    const last = OUTCOMES.map((outcome) => DIAGNOSES[outcome].at(-1));
    expect(last.filter((row) => row === undefined || row.statuses !== undefined || row.reasons !== undefined)).toEqual([]);
  });
});
