import { SECOND } from '#libs/config';
import { ApiError } from '#libs/errors';

/** 429 that says when to come back. @param waitMs until then @param detail why, in front of that; absent = a request too many */
export function throttled(waitMs: number, detail = 'Request was throttled.'): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND));
  const again = `Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return ApiError.of('throttled', { detail: `${detail} ${again}`, headers: { 'Retry-After': String(seconds) } });
}
