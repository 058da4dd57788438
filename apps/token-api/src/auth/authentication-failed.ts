import { ApiError } from '#libs/errors';

/** RFC 9110: every 401 says by which headers one logs in. */
export const CHALLENGE = { 'WWW-Authenticate': 'Token' };

export const authenticationFailed = (): ApiError => ApiError.of('authenticationFailed', { headers: CHALLENGE });
