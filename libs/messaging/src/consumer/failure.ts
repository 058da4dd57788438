/** Data exceptions, integrity violations, limits exceeded: the same statement fails the same way for ever. */
const LASTING_SQLSTATE_CLASSES = ['22', '23', '54'];
/** What the broker says of the message itself. */
const LASTING_BROKER_ERRORS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

/**
 * A failure that a retry cannot fix: the message itself cannot be stored, or a bug of the app refuses it.
 * Everything else (broker, database, network) is infrastructure: the offset stays and the batch is tried again. That goes for a full disk
 * (53100), no connection left (53300), a database that has become a standby (25006), a missing table or right (42…) too: the
 * operator who repairs them must not have to replay dead letters.
 */
export function isLasting(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || error instanceof ReferenceError)
    return true;
  const { code, type, cause } = (error ?? {}) as { code?: unknown; type?: unknown; cause?: { type?: unknown } };
  // kafkajs wraps what it will not repeat
  if ([type, cause?.type].some((each) => typeof each === 'string' && LASTING_BROKER_ERRORS.has(each))) return true;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && LASTING_SQLSTATE_CLASSES.includes(code.slice(0, 2));
}

/** Whether a broker says that it has no such topic. */
export const isTopicMissing = (error: unknown): boolean => (error as { type?: string }).type === 'UNKNOWN_TOPIC_OR_PARTITION';
