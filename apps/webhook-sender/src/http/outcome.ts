import { type AttemptReason, isRedirect, type OutcomeClass } from '#libs/contracts';
import { type ExchangeProgress, failureWords, isBrokenTls, lateWords, REASON_OF_PROGRESS, type Told } from './failure-words.js';
import { oneLine } from './one-line.js';
import { redirectWords } from './redirect-words.js';
import type { ClientCertificate } from '../receivers/receiver.js';
import type { TimeLimit } from './time-limit.js';

/** How one POST ended (domain D.10: success = 2xx, whole answer within the time-out). */
export interface Outcome {
  readonly kind: OutcomeClass;
  /** The status, even if the rest of the answer did not come; then the attempt is not a success, whatever the status is. */
  readonly httpStatus?: number;
  /** undefined = `kind` and `httpStatus` say everything. */
  readonly reason?: AttemptReason | undefined;
  /** One sentence for the attempt log; never contains the request. */
  readonly detail?: string;
  /** First 4 KiB of the answer, as text. */
  readonly answer?: string;
  /** `Retry-After` of a 429 or 503, as received. */
  readonly retryAfter?: string;
  /** The attempt waited until its deadline, although its class is not `timeout`: its queue treats it as a time-out. */
  readonly isLate?: true;
}

/** A fault on the side of the service (no socket, no sender address, no proxy, no working name server): never charged to the receiver. */
export interface LocalFault {
  readonly kind: 'local_fault';
  readonly side: 'machine' | 'proxy' | 'dns';
  readonly detail: string;
  /** The fault looks the same when this machine has no route to the receiver's address (local-fault.ts). */
  readonly mayBeTheirs?: true;
}

/** Nothing was tried, because the receiver's server or its token endpoint rests (handshakes.client). */
export interface Resting {
  readonly kind: 'resting';
  readonly forMs: number;
  readonly detail: string;
}

/** No attempt was made that could be charged to the receiver. */
export type NotMade = LocalFault | Resting;

export const isResting = (end: object): end is Resting => 'kind' in end && end.kind === 'resting';
export const isNotMade = (end: object): end is NotMade => isResting(end) || ('kind' in end && end.kind === 'local_fault');

/** A whole answer, with secrets masked. */
export interface Answer {
  readonly httpStatus: number;
  /** The first 4 KiB of the body. */
  readonly text: string;
  /** Header `Location`. */
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
}

/** The statuses with which `Retry-After` asks for a pause before further POSTs (RFC 9110 10.2.3). */
const ASKING_FOR_PAUSE = new Set([429, 503]);

export function classifyAnswer({ httpStatus, text, location, retryAfter }: Answer): Outcome {
  return {
    kind: Math.floor(httpStatus / 100) === 2 ? 'accepted' : 'http_status',
    httpStatus,
    ...(isRedirect(httpStatus, location) && { reason: 'redirected' as const, detail: redirectWords(location) }),
    ...(text !== '' && { answer: text }),
    ...(retryAfter !== undefined && ASKING_FOR_PAUSE.has(httpStatus) && { retryAfter }),
  };
}

const CLASS_OF_CODE: ReadonlyMap<string, OutcomeClass> = new Map<string, OutcomeClass>(
  Object.entries({
    UND_ERR_CONNECT_TIMEOUT: 'timeout',
    UND_ERR_HEADERS_TIMEOUT: 'timeout',
    UND_ERR_BODY_TIMEOUT: 'timeout',
    ETIMEDOUT: 'timeout',
    E_DNS: 'dns',
    ENOTFOUND: 'dns',
    EAI_AGAIN: 'dns',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
    SELF_SIGNED_CERT_IN_CHAIN: 'tls',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
    UNABLE_TO_GET_ISSUER_CERT: 'tls',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
    HOSTNAME_MISMATCH: 'tls',
    // Node's code for an OpenSSL complaint about a certificate that Node has no name for, such as a key that is too short
    UNSPECIFIED: 'tls',
    EPROTO: 'tls',
    E_GUARD: 'guard',
    // the limits of TLS handshakes (handshakes.client)
    E_HANDSHAKE: 'tls',
    // the proxies' reports about the receiver (tunnels.client)
    E_UNANSWERED: 'timeout',
    E_UNREACHED: 'connection',
    E_REFUSED_BY_PROXY: 'proxy',
  } as const),
);
/** Reasons by the codes of the service's own errors and of name servers. */
const REASON_OF_CODE: ReadonlyMap<string, AttemptReason> = new Map([
  ['E_HANDSHAKE', 'costly_handshake'],
  ['E_FLOOD', 'answer_too_large'],
  ['E_UNREACHED', 'proxies_unconnected'],
  ['ENOTFOUND', 'name_unknown'],
  ['ENODATA', 'name_unknown'],
  ['EBADNAME', 'name_unknown'],
]);
/** The service's own errors, whose message says everything. */
const OWN_WORDS = /^E_/;

/** This machine has no route to any address, or no route to this address (IPv6 without a route, a firewall rule). */
const NO_WAY_CODES = new Set(['EADDRNOTAVAIL', 'ENETUNREACH', 'ENETDOWN', 'EACCES', 'EPERM']);
const OWN_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', ...NO_WAY_CODES]);
const TLS_CODE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|INVALID_)/;

/** An error of undici or Node. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  /** The system call that failed. */
  readonly syscall?: string;
  /** The code of the name servers. */
  readonly reason?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  /** The error came only after a long wait. */
  readonly isLate?: boolean;
  /** How long the server rests (`ServerRests`), ms. */
  readonly restMs?: number;
}

/** The circumstances of a failed exchange. */
export interface ExchangeCircumstances {
  readonly limit: TimeLimit;
  /** undefined = not known. */
  readonly progress?: ExchangeProgress | undefined;
  /** The client certificate that the exchange was to show. */
  readonly certificate?: Pick<ClientCertificate, 'expiredAt'> | undefined;
}

/** Returns the outcome of a failed exchange, including whose fault it was. */
export function classifyFailure(error: Failure, { limit, progress, certificate }: ExchangeCircumstances): Outcome | NotMade {
  if (error.restMs !== undefined) return { kind: 'resting', forMs: error.restMs, detail: error.message };
  const came = progress?.kind === 'answering' ? { httpStatus: progress.httpStatus } : {};
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return { kind: 'timeout', ...came, ...lateWords(limit, progress) };
  }
  const parts = partsOf(error);
  const code = codeOf(parts.find((each) => !OWN_CODES.has(codeOf(each))) ?? parts[0]!);
  const isOwn = code === '' || OWN_WORDS.test(code);
  const failure = { code, words: wordsOf(error), progress, certificate };
  const told: Told = isOwn ? { detail: failure.words } : failureWords(failure);
  const detail = oneLine(told.detail, MOST_DETAIL_CHARS);
  if (code === 'E_PROXY') return { kind: 'local_fault', side: 'proxy', detail };
  if (code === 'E_OWN_DNS') return { kind: 'local_fault', side: 'dns', detail };
  if (OWN_CODES.has(code)) return { kind: 'local_fault', side: 'machine', detail, ...(parts.every(isNoWay) && { mayBeTheirs: true }) };
  const kind = isBrokenTls(failure) ? 'connection' : (CLASS_OF_CODE.get(code) ?? (TLS_CODE.test(code) ? 'tls' : 'connection'));
  const reason = kind === 'timeout' ? progress && REASON_OF_PROGRESS[progress.kind] : (told.reason ?? reasonOf(error, code));
  return { kind, ...came, ...(reason && { reason }), detail, ...(error.isLate && { isLate: true }) };
}

/** @param code the code of the first part that is not a local fault */
function reasonOf(error: Failure, code: string): AttemptReason | undefined {
  if (error.name === 'HTTPParserError') return 'invalid_http'; // undici has no code for most of these faults
  return CLEARER.get(error.message)?.reason ?? REASON_OF_CODE.get(error.reason ?? code);
}

/** A failed `bind` is always about an address of this machine. */
const isNoWay = (error: Failure): boolean => error.syscall === 'connect' && NO_WAY_CODES.has(codeOf(error));

const MOST_DETAIL_CHARS = 500;

/** When several addresses fail, Node throws an AggregateError with the first code and no text. */
const partsOf = (error: Failure): readonly Failure[] => (error.errors?.length ? (error.errors as readonly Failure[]) : [error]);

/** Returns what went wrong, in one line; each distinct failure once. */
export const detailOf = (error: Failure): string => oneLine(wordsOf(error), MOST_DETAIL_CHARS);

const wordsOf = (error: Failure): string =>
  [...new Set(partsOf(error).map(({ message }) => CLEARER.get(message)?.words ?? message))].join('; ');

/** What undici's messages mean while a request is under way. */
const CLEARER: ReadonlyMap<string, { readonly reason: AttemptReason; readonly words: string }> = new Map([
  [
    'bad response',
    {
      reason: 'interim_answer',
      words: 'it sent an interim answer (100 Continue) that nobody asked for; its final answer is unknown',
    },
  ],
  ['bad upgrade', { reason: 'protocol_change', words: 'it answered by switching to another protocol (Upgrade)' }],
]);

function codeOf({ code, cause }: Failure): string {
  const told = code ?? (cause as Partial<Failure> | undefined)?.code;
  return typeof told === 'string' ? told : '';
}
