import { brokerErrorOf } from '../client/broker-errors.js';

/** Data exceptions, integrity violations and exceeded limits: the same statement always fails the same way. */
const LASTING_SQLSTATE_CLASSES = ['22', '23', '54'];
/** Errors of the broker that blame the message. */
const LASTING_BROKER_ERRORS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

/**
 * Whether a retry cannot fix the failure: the message cannot be stored, or a bug of the app refuses it. Every other failure (broker, database, network) is
 * infrastructure: the offset stays, and the batch is handled again. A full disk (53100), a lack of connections (53300), a database that became a standby
 * (25006) and a missing table or right (42…) are infrastructure, too: an operator who repairs them must not have to replay dead letters.
 */
export function isLasting(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || error instanceof ReferenceError)
    return true;
  if (LASTING_BROKER_ERRORS.has(brokerErrorOf(error) ?? '')) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && LASTING_SQLSTATE_CLASSES.includes(code.slice(0, 2));
}

export const isTopicMissing = (error: unknown): boolean => brokerErrorOf(error) === 'UNKNOWN_TOPIC_OR_PARTITION';
