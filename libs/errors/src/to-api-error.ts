import { ApiError } from './api-error.js';
import { ERRORS, type ErrorName } from './error-catalogue.js';

/** The errors that Express, its body parser or Nest throw for a bad request, by status. Any other status is not the client's fault. */
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

/** Turns anything thrown into the error that the caller reads. It never repeats a foreign text, which may name inner parts. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const name = BY_STATUS[statusOf(thrown)];
  return ApiError.of(name ?? 'unexpected');
}

/** True for an unexpected error, which answers 500 and is logged. */
export const isUnexpected = (error: ApiError): boolean => error.status === ERRORS.unexpected.status;

function statusOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null) return 0;
  const { getStatus, statusCode } = thrown as { getStatus?: unknown; statusCode?: unknown };
  if (typeof getStatus === 'function') return Number(getStatus.call(thrown));
  return isHttpFault(thrown) ? Number(statusCode) : 0;
}

/** Errors of http-errors carry both fields. A bare `statusCode` may come from the answer of another service. */
const isHttpFault = (thrown: object): boolean =>
  typeof (thrown as { statusCode?: unknown }).statusCode === 'number' && typeof (thrown as { expose?: unknown }).expose === 'boolean';
