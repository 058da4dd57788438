/** W3C Trace Context, version 00: trace id and parent id are lower-case hex and not all zero. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the trace context of a caller or producer. A malformed one is ignored: tracing must not fail a request (W3C Trace Context, 4.3). */
export const toTraceparent = (given: string | undefined): string | undefined =>
  given !== undefined && TRACEPARENT.test(given) ? given : undefined;
