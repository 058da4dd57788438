/** First two characters of SQLSTATE: no connection, no login, no database, out of resources, not now, a stopping server, system errors. */
const AWAY_CLASSES = new Set(['08', '28', '3D', '53', '55', '57', '58']);
/** Read-only transaction: the database has become a standby. */
const READ_ONLY = '25006';
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors without a code from pg, its pool and the connections of data-source.provider. */
const AWAY_WORDS =
  /^(?:the database has said nothing|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** True when a statement failed only because the database is unavailable for now: the same request succeeds later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors } = error as { readonly code?: unknown; readonly errors?: unknown };
  if (Array.isArray(errors)) return errors.some(isDatabaseUnavailable); // several addresses of one name
  if (AWAY_WORDS.test(error.message)) return true;
  if (typeof code !== 'string') return false;
  return code === READ_ONLY || AWAY_SYSTEM_CODES.has(code) || (code.length === 5 && AWAY_CLASSES.has(code.slice(0, 2)));
}
