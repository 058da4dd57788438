import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError } from './api-error.js';
import { isUnexpected, toApiError } from './to-api-error.js';
import { toErrorBody } from './to-error-body.js';

/** A 500 for the log: what was thrown, at which request. */
export interface UnexpectedError {
  readonly error: unknown;
  readonly method: string;
  /** As registered, `/receivers/:receiverId`: what stands in the place of names is the caller's own. */
  readonly route: string;
}

/** The only place that turns a thrown error into an answer: `{type, errors: [{code, detail, attr}]}` (spec: Errors). */
@Catch()
export class AllErrorsFilter implements ExceptionFilter {
  constructor(private readonly report: (unexpected: UnexpectedError, response: Response) => void) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = toApiError(thrown);
    if (isUnexpected(error)) this.report({ error: thrown, method: request.method, route: routeOf(request) }, response);
    sendError(response, error);
  }
}

const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'none';

export function sendError(response: Response, error: ApiError): void {
  if (response.headersSent) {
    // A second status line cannot be sent: only a cut connection still tells the caller that this answer is not whole.
    response.destroy();
    return;
  }
  response.set(error.headers).status(error.status).json(toErrorBody(error));
}
