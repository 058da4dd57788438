import type { Logger, Metrics } from '#libs/observability';
import type { Request, RequestHandler, Response } from 'express';
import { callerOf } from './access.decorator.js';
import { requestIdOf } from './request-gate.middleware.js';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const UNMATCHED = 'none';

/**
 * Measures each request that was answered or aborted, and logs a line unless requests come in floods. Bodies, headers and ids of parcels
 * are not logged.
 */
export function logRequests(logger: Logger, metrics: Metrics): RequestHandler {
  const seconds = metrics.histogram('http_request_seconds', 'Time from a request to its answer, by route and status', {
    labels: { method: 'HTTP methods', route: 'the API’s routes, and `none`', status: 'status codes, and `aborted`' },
    buckets: BUCKETS,
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const seen = { method: request.method, route: routeOf(request), status: statusOf(response) };
      seconds.observe(seen, durationMs / 1000);
      const fields = { ...seen, ...idsOf(request, response), durationMs: Math.round(durationMs * 10) / 10 };
      if (isBounded(fields)) logger.info('request.answered', fields);
      else logger.few('info', Object.values({ ...seen, account: fields.account }).join(' '), 'request.answered', fields);
    });
    next();
  };
}

/**
 * True when the allowance of a token limits the log lines. Public and refused requests have no allowance, so floods of them are not logged
 * line by line.
 */
const isBounded = ({ account, status }: { readonly account?: number; readonly status: string }): boolean =>
  account !== undefined && status !== THROTTLED;
const THROTTLED = '429';

const idsOf = (request: Request, response: Response): { requestId: string; account?: number; tokenId?: number; sessionId?: string } => {
  const caller = callerOf(request);
  const { account, tokenId, session } = caller ?? {};
  return { requestId: requestIdOf(response), ...(caller && { account, tokenId }), ...(session && { sessionId: session.sessionId }) };
};

/** Returns the pattern, not the path: label values stay few, and a tracking number stays out of the log. */
const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? UNMATCHED;

/** The caller hung up before the whole answer was sent. */
const CLIENT_CLOSED = 'aborted';

const statusOf = (response: Response): string => (response.writableFinished ? String(response.statusCode) : CLIENT_CLOSED);
