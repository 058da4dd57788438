import { KIB } from '#libs/config';
import type { AttemptReason } from '#libs/contracts';
import type { ClientCertificate } from '../receivers/receiver.js';
import { slowStartOf, type TimeLimit, within } from './time-limit.js';

/** The most bytes of an answer's header lines together. */
export const MAX_HEADER_BYTES = 64 * KIB;

/** How far an exchange had come when it failed. */
export type ExchangeProgress =
  /** There is no connection, or TLS is not agreed on yet. */
  | { readonly kind: 'connecting' | 'securing' }
  /** The request was written, at least in part, but no answer came. */
  | {
      readonly kind: 'written';
      /** The connection had been kept open from an earlier request. */
      readonly isReused: boolean;
      /** The receiver has asked for a client certificate; some receivers ask and continue without one. */
      readonly isCertificateWanted: boolean;
    }
  /** The head of an answer came, but not all of its body. */
  | { readonly kind: 'answering'; readonly httpStatus: number };

/** Undici asserts that no status is that low; its message speaks of its own code. */
const BAD_STATUS = 'the status of its answer is below 100, which is not an HTTP status';
const isBadStatus = ({ code, words }: FailureDescription): boolean => code === 'ERR_ASSERTION' && words.includes('statusCode');

/** The words for the attempt log: the reason as a fact, and one line for people. */
export interface Told {
  readonly detail: string;
  readonly reason?: AttemptReason | undefined;
}

/** `words` undefined = only the library's text is shown. */
interface Meaning {
  readonly words?: string | undefined;
  readonly reason?: AttemptReason;
}

/** The fields of a certificate that the words mention. */
type ShownCertificate = Pick<ClientCertificate, 'expiredAt'>;

/** A failure, and what is known about it. */
export interface FailureDescription {
  readonly code: string;
  /** The library's own text. */
  readonly words: string;
  readonly progress: ExchangeProgress | undefined;
  /** The receiver's client certificate; undefined = it has none. */
  readonly certificate?: ShownCertificate | undefined;
}

const HEADERS_TOO_LONG = `the headers of its answer are longer than ${MAX_HEADER_BYTES / KIB} KiB`;
/** Leaves out undici's own text, which compares a length with nothing. */
const BAD_HEAD =
  'the head of its answer is not valid HTTP/1.1: look for a bad header name, a blank before a colon, a folded line, a second Content-Length';
const BAD_HEAD_CODE = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const NO_CERTIFICATE = 'a client certificate, but none is configured';
const OURS = 'the configured client certificate';
/** The alerts that can only be about the client certificate, shown or missing. */
const ABOUT_CERTIFICATE =
  /certificate required|alert (?:(?:bad|unsupported) certificate|certificate (?:revoked|expired|unknown)|unknown ca|access denied)/;
const HANDSHAKE_FAILURE = /alert handshake failure/;
const NOT_TRUSTED = 'its certificate chain ends at no trusted authority: does it send the intermediate certificates too?';

/** The meanings of errors from Node and OpenSSL, found by their code or text. */
const MEANINGS: readonly (readonly [RegExp, AttemptReason, string?])[] = [
  [/wrong version number|http request|packet length too long/, 'no_tls', 'it does not speak TLS: does the port serve plain HTTP?'],
  [/alert protocol version|unsupported protocol/, 'tls_too_old', 'it does not support TLS 1.2 or newer'],
  [/no application protocol/, 'http2_only', 'it does not speak HTTP/1.1 over TLS: HTTP/2 alone is not enough'],
  [/EE certificate key too weak/, 'weak_key', 'the key of its certificate is too short: an RSA key needs 2048 bits or more'],
  [
    /CA certificate key too weak/,
    'weak_key',
    'an authority of its certificate has a key that is too short: an RSA key needs 2048 bits or more',
  ],
  [
    /signature digest algorithm too weak/,
    'weak_signature',
    'its certificate, or an authority of its certificate, is signed with SHA-1 or MD5',
  ],
  [/dh key too small/, 'tls_too_old', 'its Diffie-Hellman key is too short: it needs 2048 bits or more, or elliptic curves (ECDHE)'],
  [/^UND_ERR_HEADERS_OVERFLOW:/, 'answer_too_large', HEADERS_TOO_LONG],
  [/^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?):/, 'untrusted_certificate', NOT_TRUSTED],
  [/SELF_SIGNED_CERT/, 'self_signed_certificate'],
  [/^CERT_HAS_EXPIRED:/, 'certificate_expired'],
  [/^CERT_NOT_YET_VALID:/, 'certificate_not_yet_valid'],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH):/, 'certificate_of_other_name'],
  [/^HPE_/, 'invalid_http'],
  [/ECONNREFUSED/, 'refused'],
  [/^(?:EHOSTUNREACH|EHOSTDOWN):/, 'no_route'],
];

const TLS_CODE = /^(?:ERR_SSL_|EPROTO$)/;
const BROKEN_TLS = 'what it sent after the TLS handshake is not TLS';

/**
 * Returns true when TLS broke after the handshake. An alert before an answer still belongs to the handshake: that is how a TLS 1.3 server
 * refuses a client.
 */
export const isBrokenTls = ({ code, words, progress }: FailureDescription): boolean =>
  TLS_CODE.test(code) && (progress?.kind === 'answering' || (progress?.kind === 'written' && !/\balert\b/.test(withoutPointers(words))));

const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** The texts of a connection that closed without a reason from the other side. */
const CLOSED_WORDS = /^closed$|other side closed|socket hang up|ECONNRESET|EPIPE/;
/** Node's text for a connection that ends during the handshake. */
const CLOSED_IN_HANDSHAKE = /before secure TLS connection was established/;

/** Returns plain words if there are any, with the library's text in brackets. */
export function failureWords(told: FailureDescription): Told {
  const { code, words, progress } = told;
  if (isBadStatus(told)) return { detail: BAD_STATUS, reason: 'invalid_http' };
  if (code === BAD_HEAD_CODE && progress?.kind !== 'answering') return { detail: BAD_HEAD, reason: 'invalid_http' };
  const raw = `${code}: ${withoutPointers(words)}`;
  const meaning = meaningOf(told, raw);
  return { detail: meaning?.words === undefined ? raw : `${meaning.words} (${raw})`, reason: meaning?.reason };
}

/**
 * Turns `80BCCB7F947F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/…/ssl3_record.c:350:` into `wrong
 * version number`.
 */
function withoutPointers(words: string): string {
  const [before = '', after = ''] = words.split(':error:', 2);
  const [, , , reason] = after.split(':', 4);
  return reason === undefined ? words : before.slice(0, before.lastIndexOf(' ') + 1) + reason;
}

function meaningOf(told: FailureDescription, raw: string): Meaning | undefined {
  const { code, words, progress, certificate } = told;
  const isClosed = CLOSED_CODES.has(code) && CLOSED_WORDS.test(words);
  if (progress?.kind === 'answering') {
    const fault = isClosed ? 'then it closed the connection before the end of the body' : 'but not the whole body';
    return { words: `status ${progress.httpStatus} came, ${fault}`, reason: 'body_incomplete' };
  }
  if (isBrokenTls(told)) return { words: BROKEN_TLS };
  if (CLOSED_IN_HANDSHAKE.test(words) || (isClosed && progress?.kind === 'securing')) {
    return { words: 'it closed the connection during the TLS handshake' };
  }
  if (!isClosed) return aboutCertificate(raw, certificate) ?? known(raw);
  return progress?.kind === 'written' ? whyClosed(progress, certificate) : { words: 'it closed the connection' };
}

function known(raw: string): Meaning | undefined {
  const [, reason, words] = MEANINGS.find(([sign]) => sign.test(raw)) ?? [];
  return reason && { reason, words };
}

function aboutCertificate(raw: string, certificate: ShownCertificate | undefined): Meaning | undefined {
  const fault = certificate ? `it refuses ${oursWords(certificate)}` : `it asks for ${NO_CERTIFICATE}`;
  const reason = 'client_certificate';
  if (ABOUT_CERTIFICATE.test(raw)) return { words: fault, reason };
  const words = `it broke off the TLS handshake: ${fault}, or supports none of the offered ciphers`;
  return HANDSHAKE_FAILURE.test(raw) ? { words, reason } : undefined;
}

const oursWords = ({ expiredAt }: ShownCertificate): string => (expiredAt === undefined ? OURS : `${OURS}, which expired at ${expiredAt}`);

function whyClosed(
  { isReused, isCertificateWanted }: Extract<ExchangeProgress, { kind: 'written' }>,
  certificate: ShownCertificate | undefined,
): Meaning {
  const closed = 'it closed the connection before an answer';
  if (isCertificateWanted) {
    const fault = certificate ? `it may refuse ${oursWords(certificate)}` : `it may want ${NO_CERTIFICATE}`;
    return { words: `${closed}: ${fault}`, reason: 'client_certificate' };
  }
  if (!isReused) return { words: closed, reason: 'closed_unanswered' };
  return { words: `${closed}, on a connection kept open from an earlier request`, reason: 'idle_connection_closed' };
}

/**
 * Returns the words for a client key that is refused before the receiver is contacted.
 * @param why a sentence about the key
 */
export const refusedKey = (why: string): Told => ({ detail: `the key of ${OURS} is refused: ${why}`, reason: 'client_key_refused' });

const MISSING = {
  connecting: 'no connection',
  securing: 'connected, but the TLS handshake was not answered',
  written: 'connected, but no answer came',
} as const;

/** The reason of a time-out, by how far the exchange had come. */
export const REASON_OF_PROGRESS: Readonly<Record<ExchangeProgress['kind'], AttemptReason>> = {
  connecting: 'no_connection',
  securing: 'tls_unanswered',
  written: 'no_answer',
  answering: 'body_incomplete',
};

/** Returns the words for a time-out. */
export const lateWords = (limit: TimeLimit, progress: ExchangeProgress | undefined): Told => ({
  detail: timeoutWords(limit, progress),
  reason: slowStartOf(limit) ? 'token_endpoint_slow' : progress && REASON_OF_PROGRESS[progress.kind],
});

function timeoutWords(limit: TimeLimit, progress: ExchangeProgress | undefined): string {
  if (progress === undefined) return `no complete answer ${within(limit)}`;
  if (progress.kind === 'answering') return `status ${progress.httpStatus} came, but not the whole body, ${within(limit)}`;
  return `${MISSING[progress.kind]} ${within(limit)}`;
}
