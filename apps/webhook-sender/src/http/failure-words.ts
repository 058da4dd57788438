import { KIB } from '#libs/config';
import type { ClientCertificate } from '../receivers/receiver.js';
import { type TimeLimit, within } from './time-limit.js';

/** The header lines of an answer, all together. */
export const MAX_HEADER_BYTES = 64 * KIB;

/** How far an exchange had come when it failed. */
export type ExchangeProgress =
  /** No connection, or none that TLS had been agreed on. */
  | { readonly kind: 'connecting' | 'securing' }
  /** The request was written, at least in part, and no answer came. */
  | {
      readonly kind: 'written';
      /** The connection had been kept open from an earlier request. */
      readonly isReused: boolean;
      /** The receiver has asked for a client certificate; some do and go on without one. */
      readonly isCertificateWanted: boolean;
    }
  /** The head of an answer came, not all of its body. */
  | { readonly kind: 'answering'; readonly httpStatus: number };

/** Undici asserts that no status is so low, in words about its own code. */
const BAD_STATUS = 'the status of its answer is below 100, which no HTTP status is';
const isBadStatus = ({ code, words }: FailureDescription): boolean => code === 'ERR_ASSERTION' && words.includes('statusCode');

/** As far as words tell of it. */
type ShownCertificate = Pick<ClientCertificate, 'expiredAt'>;

/** How a failure is described. */
export interface FailureDescription {
  readonly code: string;
  /** The library's own. */
  readonly words: string;
  readonly progress: ExchangeProgress | undefined;
  /** The receiver's, undefined = it has none. */
  readonly certificate?: ShownCertificate | undefined;
}

const HEADERS_TOO_LONG = `the headers of its answer are longer than ${MAX_HEADER_BYTES / KIB} KiB`;
/** Without what undici says of it: a length that nothing was compared with. */
const BAD_HEAD =
  'the head of its answer is not valid HTTP/1.1: look for a bad header name, a blank before a colon, a folded line, a second Content-Length';
const BAD_HEAD_CODE = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const NO_CERTIFICATE = 'a client certificate, and we have none';
const OURS = 'our client certificate';
/** What a server can only say of the certificate that it was shown, or missed. */
const ABOUT_CERTIFICATE =
  /certificate required|alert (?:(?:bad|unsupported) certificate|certificate (?:revoked|expired|unknown)|unknown ca|access denied)/;
const HANDSHAKE_FAILURE = /alert handshake failure/;
const NOT_TRUSTED = 'its certificate leads to no authority that we trust: does it send the intermediate certificates too?';

/** What Node and OpenSSL mean, by what is in their code or words. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/wrong version number|http request|packet length too long/, 'it does not answer in TLS: does the port speak plain HTTP?'],
  [/alert protocol version|unsupported protocol/, 'it has no TLS as new as 1.2'],
  [/no application protocol/, 'it does not speak HTTP/1.1 over TLS: HTTP/2 alone is not enough'],
  [/EE certificate key too weak/, 'the key of its certificate is too short: an RSA key needs 2048 bits or more'],
  [/CA certificate key too weak/, 'an authority of its certificate has a key that is too short: an RSA key needs 2048 bits or more'],
  [/signature digest algorithm too weak/, 'its certificate, or an authority of its certificate, is signed with SHA-1 or MD5'],
  [/dh key too small/, 'its Diffie-Hellman key is too short: it needs 2048 bits or more, or elliptic curves (ECDHE)'],
  [/^UND_ERR_HEADERS_OVERFLOW:/, HEADERS_TOO_LONG],
  [/^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?):/, NOT_TRUSTED],
];

const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** What closed under undici without a word of the other side. */
const CLOSED_WORDS = /other side closed|ECONNRESET|EPIPE/;

/** One line for the attempt log: plain words where there are any, the library's in brackets behind. */
export function failureWords(told: FailureDescription): string {
  const { code, words, progress } = told;
  if (isBadStatus(told)) return BAD_STATUS;
  if (code === BAD_HEAD_CODE && progress?.kind !== 'answering') return BAD_HEAD;
  const raw = `${code}: ${withoutPointers(words)}`;
  const plain = plainWords(told, raw);
  return plain === undefined ? raw : `${plain} (${raw})`;
}

/** `80BCCB7F947F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/…/ssl3_record.c:350:` → `wrong version number` */
function withoutPointers(words: string): string {
  const [before = '', after = ''] = words.split(':error:', 2);
  const [, , , reason] = after.split(':', 4);
  return reason === undefined ? words : before.slice(0, before.lastIndexOf(' ') + 1) + reason;
}

function plainWords({ code, words, progress, certificate }: FailureDescription, raw: string): string | undefined {
  const isClosed = CLOSED_CODES.has(code) && CLOSED_WORDS.test(words);
  if (progress?.kind === 'answering') {
    const { httpStatus } = progress;
    return isClosed
      ? `status ${httpStatus} came, then it closed the connection within the body`
      : `status ${httpStatus} came, but not the whole body`;
  }
  if (!isClosed) return certificateWords(raw, certificate) ?? MEANINGS.find(([sign]) => sign.test(raw))?.[1];
  if (progress?.kind !== 'written') return undefined;
  return `it closed the connection before an answer${whyClosed(progress, certificate)}`;
}

function certificateWords(raw: string, certificate: ShownCertificate | undefined): string | undefined {
  const fault = certificate ? `it refuses ${oursWords(certificate)}` : `it asks for ${NO_CERTIFICATE}`;
  if (ABOUT_CERTIFICATE.test(raw)) return fault;
  return HANDSHAKE_FAILURE.test(raw) ? `it broke off the TLS handshake: ${fault}, or knows none of our ciphers` : undefined;
}

const oursWords = ({ expiredAt }: ShownCertificate): string => (expiredAt === undefined ? OURS : `${OURS}, which expired at ${expiredAt}`);

function whyClosed(
  { isReused, isCertificateWanted }: Extract<ExchangeProgress, { kind: 'written' }>,
  certificate: ShownCertificate | undefined,
): string {
  if (isCertificateWanted) return certificate ? `: it may refuse ${oursWords(certificate)}` : `: it may want ${NO_CERTIFICATE}`;
  return isReused ? ', on a connection kept open from an earlier request' : '';
}

/** The receiver was not asked. @param why a sentence about the key */
export const refusedKeyWords = (why: string): string => `the key of ${OURS} is refused: ${why}`;

const MISSING = {
  connecting: 'no connection',
  securing: 'connected, but the TLS handshake was not answered',
  written: 'connected, but no answer came',
} as const;

/** The time was up. */
export function timeoutWords(limit: TimeLimit, progress: ExchangeProgress | undefined): string {
  if (progress === undefined) return `no complete answer ${within(limit)}`;
  if (progress.kind === 'answering') return `status ${progress.httpStatus} came, but not the whole body, ${within(limit)}`;
  return `${MISSING[progress.kind]} ${within(limit)}`;
}
