import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { ApiError, isUnexpected, toApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import { sendError } from './send-error.setup.js';

/** A 500 or an outage for the log: what was thrown, at which request. */
interface UnexpectedError {
  readonly error: unknown;
  readonly method: string;
  /** As registered, `/receivers/:receiverId`: the values in place of the names come from the caller. */
  readonly route: string;
}

interface Parts {
  /** Whether what was thrown is an outage that will pass: a 503. */
  readonly isOutage: (thrown: unknown) => boolean;
  readonly report: (unexpected: UnexpectedError, response: Response) => void;
}

/** Outages mostly pass within seconds. */
const RETRY_AFTER_S = 5;

/** The only place that turns a thrown error into an answer: `{type, errors: [{code, detail, attr}]}` (spec: Errors). */
@Catch()
export class AllErrorsFilter implements ExceptionFilter {
  constructor(private readonly parts: Parts) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const known = toApiError(thrown);
    const isFault = isUnexpected(known); // of a client that hung up, the error has the code of a lost connection too
    const isOutage = isFault && this.parts.isOutage(thrown);
    const error = isOutage ? ApiError.of('unavailable', { headers: { 'Retry-After': String(RETRY_AFTER_S) } }) : known;
    if (isFault) this.parts.report({ error: thrown, method: request.method, route: routeOf(request) }, response);
    sendError(response, error);
  }
}

const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'none';
