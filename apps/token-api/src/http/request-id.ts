export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The caller's own request id if it is harmless in logs and headers, else the fresh one. */
export const toRequestId = (given: string | undefined, fresh: string): string =>
  given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : fresh;
