// Puts the errors of node:http into the words of a PostAnswer.
import type { PostAnswer } from '#libs/receiver-check';
import { printable } from './printable.js';

/** How far an exchange came before it failed. */
export type Reached = 'connecting' | 'written' | 'answering';

/** The answer did not come within the time-out. */
export class DeadlinePassed extends Error {}
/** The server sent something that is not an answer; undici, and with it the service, refuses it too. */
export class NoAnswer extends Error {
  constructor(readonly reason: 'interim_answer' | 'protocol_change') {
    super(
      reason === 'interim_answer'
        ? 'it sent an interim answer (1xx) that nobody asked for'
        : 'it answered by switching to another protocol (Upgrade)',
    );
  }
}

type Failed = Extract<PostAnswer, { kind: 'failed' }>;
interface NodeError extends Error {
  readonly code?: unknown;
  readonly errors?: readonly Error[];
}

const MISSING = {
  connecting: { reason: 'no_connection', words: 'no connection' },
  written: { reason: 'no_answer', words: 'connected, but no answer came' },
  answering: { reason: 'body_incomplete', words: 'an answer began, but it did not end' },
} as const;
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA']);
const NO_WAY = new Set(['EADDRNOTAVAIL', 'ENETUNREACH', 'ENETDOWN', 'EACCES', 'EPERM', 'EMFILE', 'ENOBUFS', 'ERR_INVALID_CHAR']);
const TLS_CODE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|INVALID_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_|EPROTO$|UNSPECIFIED$)/;

export function toFailed(error: NodeError, reached: Reached, timeoutMs: number): Failed {
  if (error instanceof DeadlinePassed) return late(reached, timeoutMs);
  if (error instanceof NoAnswer) return { kind: 'failed', outcome: 'connection', reason: error.reason, detail: error.message };
  const code = typeof error.code === 'string' ? error.code : '';
  const detail = printable([code, wordsOf(error)].filter(Boolean).join(': '));
  if (NO_NAME.has(code)) return { kind: 'failed', outcome: 'dns', reason: 'name_unknown', detail };
  if (NO_WAY.has(code)) return { kind: 'failed', outcome: 'local_fault', detail };
  if (TLS_CODE.test(code)) return { kind: 'failed', outcome: 'tls', detail };
  return { kind: 'failed', outcome: 'connection', reason: reasonOf(code, reached), detail };
}

const late = (reached: Reached, timeoutMs: number): Failed => ({
  kind: 'failed',
  outcome: 'timeout',
  reason: MISSING[reached].reason,
  detail: `${MISSING[reached].words} within ${timeoutMs} ms`,
});

function reasonOf(code: string, reached: Reached): Failed['reason'] {
  if (code === 'HPE_HEADER_OVERFLOW') return 'answer_too_large';
  if (reached === 'answering') return 'body_incomplete';
  if (code.startsWith('HPE_')) return 'invalid_http';
  return reached === 'connecting' ? 'no_connection' : 'closed_unanswered';
}

/** When several addresses fail, Node throws an AggregateError without a text. */
const wordsOf = ({ message, errors }: NodeError): string =>
  errors?.length ? [...new Set(errors.map((each) => each.message))].join('; ') : message;

/** True when the request cannot have reached the receiver. */
export const isUnreached = (answer: PostAnswer): boolean =>
  answer.kind === 'failed' && (['dns', 'tls', 'local_fault'].includes(answer.outcome) || answer.reason === 'no_connection');
