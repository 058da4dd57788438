import type { components } from './api-types.js';
import { retryAfterSeconds } from './retry-after.js';

type ErrorBody = components['schemas']['Error'];
export type ErrorCode = ErrorBody['errors'][number]['code'];

/** A request that failed. `docs/errors.md` lists the codes. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** The code of the first fault, for programs. A newer service may have others. */
  readonly code: ErrorCode | undefined;
  /** Every fault with its field. Empty if the answer did not come from the API. */
  readonly faults: ErrorBody['errors'];
  /** Names the request in the log of the service. */
  readonly requestId: string | null;
  /** When a repeat may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, faults: ErrorBody['errors']) {
    const words = faults.map(({ attr, detail }) => (attr === null ? detail : `${attr}: ${detail}`));
    super(words.length === 0 ? `The answer has status ${response.status} and does not come from the API.` : words.join(' '));
    this.status = response.status;
    this.code = faults[0]?.code;
    this.faults = faults;
    this.requestId = response.headers.get('x-request-id');
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** The request itself is wrong: `faults` names every wrong field. */
export class InvalidRequest extends ApiError {
  override readonly name = 'InvalidRequest';
}

/** The credentials are missing, wrong or revoked. */
export class NotAuthenticated extends ApiError {
  override readonly name = 'NotAuthenticated';
}

/** The scope of the token is too low. */
export class PermissionDenied extends ApiError {
  override readonly name = 'PermissionDenied';
}

/** Nothing of this account has that id. */
export class NotFound extends ApiError {
  override readonly name = 'NotFound';
}

/** The request does not fit the current state: the message says what to do first. */
export class Conflict extends ApiError {
  override readonly name = 'Conflict';
}

/** Too many requests. Nothing was done. */
export class Throttled extends ApiError {
  override readonly name = 'Throttled';
}

/** The service cannot answer now. Whether the request was done is unknown. */
export class ServiceUnavailable extends ApiError {
  override readonly name = 'ServiceUnavailable';
}

const CLASSES: Readonly<Record<ErrorCode, typeof ApiError>> = {
  parse_error: InvalidRequest,
  required: InvalidRequest,
  invalid: InvalidRequest,
  invalid_choice: InvalidRequest,
  not_acceptable: InvalidRequest,
  method_not_allowed: InvalidRequest,
  request_too_large: InvalidRequest,
  request_headers_too_large: InvalidRequest,
  not_authenticated: NotAuthenticated,
  authentication_failed: NotAuthenticated,
  permission_denied: PermissionDenied,
  not_found: NotFound,
  conflict: Conflict,
  session_mismatch: Conflict,
  throttled: Throttled,
  request_timeout: ServiceUnavailable,
  error: ServiceUnavailable,
  service_unavailable: ServiceUnavailable,
};

interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the body of a successful answer.
 * @throws ApiError of the class for its code
 */
export async function dataOf<T>(answer: Answered<T> | Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  const faults = isErrorBody(error) ? error.errors : [];
  const Class = Object.hasOwn(CLASSES, faults[0]?.code ?? '') ? CLASSES[faults[0]!.code] : ApiError;
  throw new Class(response, faults);
}

/** A proxy before the service answers in its own way. */
const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && Array.isArray((value as { errors?: unknown }).errors);
