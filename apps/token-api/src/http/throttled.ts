import { SECOND } from '#libs/config';
import { ApiError } from '#libs/errors';

/** Returns a 429 that says when to try again. @param waitMs the time until then @param detail the reason; the default is too many requests */
export function throttled(waitMs: number, detail = 'Request was throttled.'): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND));
  const again = `Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return ApiError.of('throttled', { detail: `${detail} ${again}`, headers: { 'Retry-After': String(seconds) } });
}
