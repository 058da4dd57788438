import type { AttemptReason, OutcomeClass } from '#libs/contracts';
import type { Cell } from './cells.js';

/** How an attempt reports its end. */
export interface Observed {
  readonly kind: OutcomeClass | 'local_fault' | 'resting';
  readonly reason?: AttemptReason | undefined;
  readonly detail?: string | undefined;
  readonly httpStatus?: number | undefined;
}

/** How the attempt must report its end. */
export interface Expected {
  readonly kind: Observed['kind'];
  /** undefined = the outcome alone says everything. */
  readonly reason: AttemptReason | undefined;
  /** Pattern of the sentence for people. */
  readonly words: RegExp;
  readonly httpStatus: number | undefined;
}

type Ended = Pick<Cell, 'stage' | 'end' | 'tls' | 'connection'>;

/** The client's progress, from its own point of view. */
type Phase = 'in the handshake' | 'before an answer' | 'in the body' | 'after the answer';

const ACCEPTED: Expected = { kind: 'accepted', reason: undefined, words: /^$/, httpStatus: 200 };
const CLOSES = new Set<Cell['end']>(['FIN', 'RST', 'close_notify']);
const WAITS = new Set<Cell['end']>(['silence', 'slow bytes']);

/**
 * The rules of the matrix: the possible reports of a POST that ends in this way. Each of them is right, because a client may notice the end
 * sooner or later.
 */
export function expectedOf(cell: Ended & Pick<Cell, 'way'>): Expected[] {
  const { stage, end, way } = cell;
  // Such a body ends with the connection.
  if (stage === 'body without length' && CLOSES.has(end)) return [ACCEPTED];
  const phase = phaseOf(cell);
  if (phase === 'after the answer') return [ACCEPTED];
  const isEarly = stage === 'handshake done' && !WAITS.has(end);
  const isUnopened = stage === 'accept' && end === 'RST' && way === 'by proxy';
  // A resumed session has a short handshake: slow bytes may complete it in time.
  const isCompleted = stage === 'half a ServerHello' && end === 'slow bytes';
  return [
    ruleOf(phase, cell),
    ...(isEarly ? [ruleOf('in the handshake', cell)] : []),
    ...(isCompleted ? [ruleOf('before an answer', cell)] : []),
    ...(isUnopened ? NO_TUNNEL : []),
  ];
}

function ruleOf(phase: keyof Rules, cell: Ended): Expected {
  const rules = WAITS.has(cell.end) ? WAITING : CLOSES.has(cell.end) ? CLOSED : BROKEN;
  const { kind, reason, words } = rules[phase];
  return { kind, words, reason: likelier(reason, cell), httpStatus: phase === 'in the body' ? 200 : undefined };
}

/** With TLS 1.3, a client completes its handshake before it learns whether the server accepts its certificate. */
function phaseOf({ stage, tls }: Ended): Phase {
  switch (stage) {
    case 'accept':
    case 'ClientHello':
    case 'half a ServerHello':
      return 'in the handshake';
    case 'certificate demanded':
      return tls === 'TLSv1.2' ? 'in the handshake' : 'before an answer';
    case 'headers':
    case 'part of the body':
    case 'body without length':
      return 'in the body';
    case 'whole answer':
    case 'idle connection':
      return 'after the answer';
    case 'handshake done':
    case 'request half read':
    case 'request read':
    case 'status line':
    case 'next request':
      return 'before an answer';
    default:
      throw new Error(`there is no stage ${String(stage satisfies never)}`);
  }
}

type Rules = Readonly<Record<Exclude<Phase, 'after the answer'>, Omit<Expected, 'httpStatus'>>>;

const WAITING: Rules = {
  'in the handshake': {
    kind: 'timeout',
    reason: 'tls_unanswered',
    words: /^connected, but the TLS handshake was not answered within \d+ ms$/,
  },
  'before an answer': { kind: 'timeout', reason: 'no_answer', words: /^connected, but no answer came within \d+ ms$/ },
  'in the body': { kind: 'timeout', reason: 'body_incomplete', words: /^status 200 came, but not the whole body, within \d+ ms$/ },
};

const CLOSED: Rules = {
  'in the handshake': { kind: 'connection', reason: undefined, words: /closed.* during (?:its|the) TLS handshake/ },
  'before an answer': { kind: 'connection', reason: 'closed_unanswered', words: /^it closed the connection before an answer/ },
  'in the body': {
    kind: 'connection',
    reason: 'body_incomplete',
    words: /^status 200 came, then it closed the connection before the end of the body/,
  },
};

/** The received bytes are not TLS. */
const BROKEN: Rules = {
  'in the handshake': { kind: 'tls', reason: 'no_tls', words: /^it does not speak TLS: does the port serve plain HTTP\? \(/ },
  'before an answer': { kind: 'connection', reason: undefined, words: /^what it sent after the TLS handshake is not TLS \(/ },
  'in the body': { kind: 'connection', reason: 'body_incomplete', words: /^status 200 came, but not the whole body \(/ },
};

/** If a connection is reset at once, a proxy does not always notice that it was accepted. */
const NO_TUNNEL: readonly Expected[] = [
  { kind: 'local_fault', reason: undefined, words: /^the proxies have not opened a tunnel to any receiver/, httpStatus: undefined },
  { kind: 'connection', reason: 'proxies_unconnected', words: /^none of the forward proxies could connect/, httpStatus: undefined },
];

/** Returns the same expectation for a token request: its class in brackets, followed by the words of its fault. */
export function expectedOfToken({ kind, words, httpStatus }: Expected): Expected {
  if (kind === 'accepted') return { kind, reason: undefined, words, httpStatus };
  const told = kind === 'timeout' ? /^did not answer completely within the time-out of \d+ ms$/ : /\w+ \w+/;
  return { kind, reason: undefined, words: told, httpStatus: undefined };
}

/** A closed connection has a likelier reason if the connection was kept, or if the server demands a certificate. */
function likelier(reason: AttemptReason | undefined, { stage, connection }: Ended): AttemptReason | undefined {
  if (reason !== 'closed_unanswered') return reason;
  if (stage === 'certificate demanded') return 'client_certificate';
  return connection === 'kept' ? 'idle_connection_closed' : reason;
}

/** @returns the differences from the closest expectation, in words; empty = the report is right */
export const differences = (observed: Observed, expected: readonly Expected[]): string[] =>
  expected.map((each) => differencesFrom(observed, each)).toSorted((one, other) => one.length - other.length)[0] ?? [];

function differencesFrom(observed: Observed, { kind, reason, words, httpStatus }: Expected): string[] {
  const wrong = (what: string, is: unknown, must: unknown): string => `${what} is ${String(is)}, must be ${String(must)}`;
  return [
    ...(observed.kind === kind ? [] : [wrong('the class', observed.kind, kind)]),
    ...(observed.reason === reason ? [] : [wrong('the reason', observed.reason, reason)]),
    ...(words.test(observed.detail ?? '') ? [] : [wrong('the sentence', observed.detail, words)]),
    ...(observed.httpStatus === httpStatus ? [] : [wrong('the status', observed.httpStatus, httpStatus)]),
  ];
}
