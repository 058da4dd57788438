import { ApiError } from '#libs/errors';

/** RFC 9110 requires a challenge in every 401. */
const CHALLENGE = { 'WWW-Authenticate': 'Token' };

export const notAuthenticated = (): ApiError => ApiError.of('notAuthenticated', { headers: CHALLENGE });

/** @param detail says what to do; undefined = the text for wrong credentials */
export const authenticationFailed = (detail?: string): ApiError =>
  ApiError.of('authenticationFailed', { ...(detail !== undefined && { detail }), headers: CHALLENGE });
