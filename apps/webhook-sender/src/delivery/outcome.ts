import type { OutcomeClass } from '#libs/contracts';

/** How one POST ended (domain D.10: success = 2xx, whole answer within the time-out). */
export interface Outcome {
  readonly kind: OutcomeClass;
  readonly httpStatus?: number;
  /** One sentence for the attempt log; never the request. */
  readonly detail?: string;
  /** First 4 KiB of the answer, as text. */
  readonly answer?: string;
  /** Waited to its deadline although it is of another class: its lane learns of it as of a time-out. */
  readonly isLate?: true;
}

/** A fault of our own side (no socket, no sender address, no proxy, no name server that works): never charged to the receiver. */
export interface OwnFault {
  readonly kind: 'own_fault';
  readonly side: 'machine' | 'proxy' | 'dns';
  readonly detail: string;
}

export function classifyAnswer(httpStatus: number, answer: string): Outcome {
  const kind = httpStatus >= 200 && httpStatus < 300 ? 'accepted' : 'http_status';
  return { kind, httpStatus, ...(answer !== '' && { answer }) };
}

const CLASS_OF_CODE: ReadonlyMap<string, OutcomeClass> = new Map<string, OutcomeClass>(
  Object.entries({
    UND_ERR_CONNECT_TIMEOUT: 'timeout',
    UND_ERR_HEADERS_TIMEOUT: 'timeout',
    UND_ERR_BODY_TIMEOUT: 'timeout',
    ETIMEDOUT: 'timeout',
    E_DNS: 'dns',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
    SELF_SIGNED_CERT_IN_CHAIN: 'tls',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
    UNABLE_TO_GET_ISSUER_CERT: 'tls',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
    HOSTNAME_MISMATCH: 'tls',
    EPROTO: 'tls',
    E_GUARD: 'guard',
    // what the proxies say of the receiver (tunnels.client)
    E_UNANSWERED: 'timeout',
    E_UNREACHED: 'connection',
    E_REFUSED_BY_PROXY: 'proxy',
  } as const),
);
/** Our own errors, which say everything in their message. */
const OWN_WORDS = /^E_/;

const OWN_CODES = new Set(['EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EACCES', 'EPERM']);
const TLS_CODE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|INVALID_)/;

/** What undici and Node throw. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  /** It came only after a long wait. */
  readonly isLate?: boolean;
}

/** What a failed exchange says about whose fault it was. */
export function classifyFailure(error: Failure, timeoutMs: number): Outcome | OwnFault {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return { kind: 'timeout', detail: `no complete answer within ${timeoutMs} ms` };
  }
  const code = codeOf(error);
  const detail = oneLine(code === '' || OWN_WORDS.test(code) ? error.message : `${code}: ${error.message}`);
  if (code === 'E_PROXY') return { kind: 'own_fault', side: 'proxy', detail };
  if (code === 'E_OWN_DNS') return { kind: 'own_fault', side: 'dns', detail };
  if (OWN_CODES.has(code)) return { kind: 'own_fault', side: 'machine', detail };
  const kind = CLASS_OF_CODE.get(code) ?? (TLS_CODE.test(code) ? 'tls' : 'connection');
  return { kind, detail, ...(error.isLate && { isLate: true }) };
}

const MOST_DETAIL_CHARS = 500;

/** What broke is partly told in the receiver's own words: a certificate may name thousands of hosts, and each attempt writes a row and a log line. */
const oneLine = (text: string): string =>
  text
    .slice(0, MOST_DETAIL_CHARS)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed();

/** Several addresses tried give an AggregateError without a code of its own. */
function codeOf({ code, cause, errors = [] }: Failure): string {
  if (typeof code === 'string') return code;
  const inner = [cause, ...errors].map((each) => (each as { code?: unknown } | undefined)?.code);
  return inner.find((each) => typeof each === 'string') ?? '';
}
