import { ApiError } from '#libs/errors';

/** RFC 9110: every 401 says by which headers one logs in. */
const CHALLENGE = { 'WWW-Authenticate': 'Token' };

export const notAuthenticated = (): ApiError => ApiError.of('notAuthenticated', { headers: CHALLENGE });

/** @param detail what to do; absent = the credentials are wrong */
export const authenticationFailed = (detail?: string): ApiError =>
  ApiError.of('authenticationFailed', { ...(detail !== undefined && { detail }), headers: CHALLENGE });
