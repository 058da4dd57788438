import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { ApiError, isUnexpected, toApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import { sendError } from './send-error.setup.js';

/** An error with the answer 500 or 503, for the log. */
interface UnexpectedError {
  readonly error: unknown;
  readonly method: string;
  /** The registered pattern, such as `/receivers/:receiverId`, without the values of the caller. */
  readonly route: string;
}

interface Parts {
  /** True when the error is a passing outage: the answer is 503. */
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
    const isFault = isUnexpected(known); // when a client hangs up, its error has the code of a lost connection too: that is no outage
    const isOutage = isFault && this.parts.isOutage(thrown);
    const error = isOutage ? ApiError.of('unavailable', { headers: { 'Retry-After': String(RETRY_AFTER_S) } }) : known;
    if (isFault) this.parts.report({ error: thrown, method: request.method, route: routeOf(request) }, response);
    sendError(response, error);
  }
}

const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'none';
