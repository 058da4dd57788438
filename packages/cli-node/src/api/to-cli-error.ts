import { ApiError, NotAuthenticated, PermissionDenied, ServiceUnavailable, Throttled } from '#libs/api-client';
import { CliError, EXIT, type ExitCode } from '../cli-error.js';

/** The service may not know what the command asks for. */
const UNKNOWN_REQUEST: ReadonlySet<number> = new Set([400, 404, 405]);

/** True when another version of the service could explain the error. */
export const mayBeOfVersion = (error: unknown): boolean => error instanceof ApiError && UNKNOWN_REQUEST.has(error.status);

/** Returns the error of a command in words, with its exit code. */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) return ofApi(error);
  // openapi-fetch reads each answer as JSON
  if ((error as Partial<Error> | undefined)?.name === 'SyntaxError') {
    return new CliError(EXIT.unreachable, 'The answer is not JSON. Is this the address of the API? Log in again with the right one.');
  }
  return new CliError(EXIT.failed, error instanceof Error ? error.message : String(error));
}

function ofApi(error: ApiError): CliError {
  const request = error.requestId === null ? '' : ` (request ${error.requestId})`;
  const isForeign = error.faults.length === 0;
  return new CliError(isForeign ? EXIT.unreachable : exitCodeOf(error), `${error.message}${remedyOf(error)}${request}`);
}

function exitCodeOf(error: ApiError): ExitCode {
  if (error instanceof NotAuthenticated || error instanceof PermissionDenied) return EXIT.credentials;
  return error instanceof ServiceUnavailable || error instanceof Throttled ? EXIT.unreachable : EXIT.failed;
}

function remedyOf(error: ApiError): string {
  if (error instanceof NotAuthenticated) return ' Log in again: the token is wrong or revoked.';
  if (error instanceof Throttled && error.retryAfterSeconds !== undefined) return ` Try again in ${error.retryAfterSeconds} s.`;
  return '';
}
