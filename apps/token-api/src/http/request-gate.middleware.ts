import { randomUUID } from 'node:crypto';
import { ApiError, sendError } from '#libs/errors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { PAGE_ROUTES } from '../docs/page.js';
import { acceptsJson } from './accepts-json.js';
import { REQUEST_ID_HEADER, toRequestId } from './request-id.js';
import { isAt, methodsAt, type Route } from './route-table.js';

/**
 * First of all: every answer carries the request id, and none is kept by a cache, for some show secrets. No browser guesses another type
 * into an answer, runs anything of it or shows it inside another page; the page of the API says what it may run itself.
 */
export const identifyRequest: RequestHandler = (request, response, next) => {
  response.set(REQUEST_ID_HEADER, toRequestId(request.get(REQUEST_ID_HEADER), randomUUID()));
  response.set({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
  });
  next();
};

export const requestIdOf = (response: Response): string => String(response.get(REQUEST_ID_HEADER));

/**
 * What is decided before anyone asks who is calling: 400 not one host (RFC 9112, 3.2) → 404 unknown route → 405 → 406 (domain D.9).
 * Express itself would answer a known path under a wrong method with 404, and OPTIONS by itself.
 * @param routesOf the routes of the app, known only when it has been initialised
 */
export function gateRequests(routesOf: () => readonly Route[]): RequestHandler {
  let routes: readonly Route[] | undefined;
  return (request: Request, response: Response, next: NextFunction) => {
    const refusal = refusalOf(request, (routes ??= routesOf()));
    if (refusal) return sendError(response, refusal);
    return next();
  };
}

/** Of several Node keeps the first, a proxy before us perhaps another one. */
const hostsOf = ({ rawHeaders }: Request): number => rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;

function refusalOf(request: Request, routes: readonly Route[]): ApiError | undefined {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    return ApiError.of('invalid', { detail: 'The header `Host` is missing, which HTTP/1.1 asks for.' });
  }
  if (hostsOf(request) > 1) return ApiError.of('invalid', { detail: 'The header `Host` is there more than once.' });
  const methods = methodsAt(routes, request.path);
  if (!methods) return ApiError.of('notFound');
  if (!methods.includes(request.method)) {
    return ApiError.of('methodNotAllowed', { detail: `Method "${request.method}" not allowed.`, headers: { Allow: methods.join(', ') } });
  }
  if (PAGE_ROUTES.some((page) => isAt(page, request.path))) return undefined;
  return acceptsJson(request.get('Accept')) ? undefined : ApiError.of('notAcceptable');
}
