/** One kind of failed request: its status and the text that the caller reads. */
export interface ErrorKind {
  readonly status: number;
  /** Sent in `errors[].code`. Two kinds may share a code: the specification gives 406 and 415 the same. */
  readonly code: string;
  /** Sent in `errors[].detail` unless the failing code has a more specific sentence. */
  readonly detail: string;
}

/** Every error that the API answers (spec: Errors; domain D.9). A test checks that docs/errors.md lists the same errors. */
export const ERRORS = {
  parseError: { status: 400, code: 'parse_error', detail: 'JSON parse error: the body is not valid JSON.' },
  invalid: { status: 400, code: 'invalid', detail: 'Invalid value.' },
  invalidChoice: { status: 400, code: 'invalid_choice', detail: 'Not a valid choice.' },
  required: { status: 400, code: 'required', detail: 'This field is required.' },
  notAuthenticated: { status: 401, code: 'not_authenticated', detail: 'Authentication credentials were not provided.' },
  authenticationFailed: { status: 401, code: 'authentication_failed', detail: 'Incorrect authentication credentials.' },
  permissionDenied: { status: 403, code: 'permission_denied', detail: 'You do not have permission to perform this action.' },
  notFound: { status: 404, code: 'not_found', detail: 'Not found.' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', detail: 'Method not allowed.' },
  notAcceptable: { status: 406, code: 'not_acceptable', detail: 'Could not satisfy the request Accept header.' },
  requestTimeout: { status: 408, code: 'request_timeout', detail: 'The request did not arrive completely in time.' },
  conflict: { status: 409, code: 'conflict', detail: 'The current state does not allow this request.' },
  sessionMismatch: {
    status: 409,
    code: 'session_mismatch',
    detail: 'The cookie belongs to another session than `X-Session-Id` names. Nothing was done.',
  },
  requestTooLarge: { status: 413, code: 'request_too_large', detail: 'The request body is larger than 1 MiB.' },
  unsupportedMediaType: { status: 415, code: 'not_acceptable', detail: 'Unsupported media type in request.' },
  throttled: { status: 429, code: 'throttled', detail: 'Request was throttled.' },
  headersTooLarge: { status: 431, code: 'request_headers_too_large', detail: 'The request line and headers are too large.' },
  unexpected: { status: 500, code: 'error', detail: 'A server error occurred.' },
  unavailable: { status: 503, code: 'service_unavailable', detail: 'The service is temporarily unavailable. Try again later.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

/** The kinds that describe a fault of one field. A body can report several of them at once. */
export type FieldErrorName = 'required' | 'invalid' | 'invalidChoice';
