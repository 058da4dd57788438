import { ApiError } from './api-error.js';
import { ERRORS, type ErrorName } from './error-catalogue.js';

/** What Express, its body reader or Nest throw for a bad request, by status; a status not listed here is no fault of the client. */
const BY_STATUS: Readonly<Record<number, ErrorName>> = {
  400: 'invalid',
  401: 'authenticationFailed',
  403: 'permissionDenied',
  404: 'notFound',
  405: 'methodNotAllowed',
  406: 'notAcceptable',
  408: 'requestTimeout',
  413: 'requestTooLarge',
  415: 'unsupportedMediaType',
  429: 'throttled',
  431: 'headersTooLarge',
};

/** Anything thrown → the error its caller reads. Text of others is never repeated: it may name inner parts. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const name = BY_STATUS[statusOf(thrown)];
  return ApiError.of(name ?? 'unexpected');
}

/** True for an unexpected error: it answers 500 and belongs in the log. */
export const isUnexpected = (error: ApiError): boolean => error.status === ERRORS.unexpected.status;

function statusOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null) return 0;
  const { getStatus, statusCode } = thrown as { getStatus?: unknown; statusCode?: unknown };
  if (typeof getStatus === 'function') return Number(getStatus.call(thrown));
  return isHttpFault(thrown) ? Number(statusCode) : 0;
}

/** Errors of http-errors carry both; a bare `statusCode` may belong to an answer of some other service. */
const isHttpFault = (thrown: object): boolean =>
  typeof (thrown as { statusCode?: unknown }).statusCode === 'number' && typeof (thrown as { expose?: unknown }).expose === 'boolean';
