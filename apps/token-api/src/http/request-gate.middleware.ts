import { randomUUID } from 'node:crypto';
import { ApiError } from '#libs/errors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendError } from './send-error.setup.js';

/**
 * Every answer has the request id and forbids caching, because some answers show secrets. Browsers must not guess a type, run an answer
 * or show it inside another page; the page of the API sets its own policy.
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
 * Decided before authentication: 400 not one host (RFC 9112, 3.2) → 404 unknown route → 405 → 406 (domain D.9).
 * Express itself would answer a known path under a wrong method with 404, and OPTIONS without asking the route.
 * @param routesOf the routes of the app, known only when it has been initialised
 * @param pages the routes that are sent as what they are, whatever `Accept` says: a browser asks for HTML
 */
export function gateRequests(routesOf: () => readonly Route[], pages: readonly string[]): RequestHandler {
  let routes: readonly Route[] | undefined;
  return (request: Request, response: Response, next: NextFunction) => {
    const refusal = refusalOf(request, (routes ??= routesOf()), pages);
    if (refusal) return sendError(response, refusal);
    return next();
  };
}

/** How many headers `Host` came. Node keeps the first of several; a proxy before the API may keep another. */
const hostsOf = ({ rawHeaders }: Request): number => rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;

function refusalOf(request: Request, routes: readonly Route[], pages: readonly string[]): ApiError | undefined {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    return ApiError.of('invalid', { detail: 'The header `Host` is missing, which HTTP/1.1 asks for.' });
  }
  if (hostsOf(request) > 1) return ApiError.of('invalid', { detail: 'The header `Host` is there more than once.' });
  const methods = methodsAt(routes, request.path);
  if (!methods) return ApiError.of('notFound');
  if (!methods.includes(request.method)) {
    return ApiError.of('methodNotAllowed', { detail: `Method "${request.method}" not allowed.`, headers: { Allow: methods.join(', ') } });
  }
  if (pages.some((page) => isAt(page, request.path))) return undefined;
  return accepts(request.get('Accept'), typeAt(request.path)) ? undefined : ApiError.of('notAcceptable');
}

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The caller's own request id if it is harmless in logs and headers, else the fresh one. */
export const toRequestId = (given: string | undefined, fresh: string): string =>
  given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : fresh;

export interface Route {
  /** Upper case. */
  readonly method: string;
  /** `/receivers/:receiverId`, `/console/*path`; exact otherwise: case and a trailing slash count. */
  readonly path: string;
}

/** The methods of an address, HEAD wherever GET; undefined = unknown address or malformed escape. `/a/b` does not match `/a/:id`. */
export function methodsAt(routes: readonly Route[], path: string): readonly string[] | undefined {
  if (!isDecodable(path)) return undefined;
  const found = routes.filter((route) => isAt(route.path, path));
  const named = found.filter((route) => route.path === path);
  const methods = (named.length > 0 ? named : found).map((route) => route.method);
  if (methods.length === 0) return undefined;
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

/** Whether a path matches a route. A last segment `*name` matches all that follows, an empty segment included. */
export function isAt(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  const isOpen = wanted.at(-1)?.startsWith('*') ?? false;
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  const fits = isOpen ? given.length > fixed.length : given.length === fixed.length;
  return fits && fixed.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]));
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** What the routes of files answer, unless they fail. */
const CSV = { ending: '.csv', type: 'text/csv' };

const typeAt = (path: string): string => (path.endsWith(CSV.ending) ? CSV.type : 'application/json');

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Whether the caller can read answers of a type (spec: 406; domain D.9): any media range that covers it will do, the most
 * specific one decides, `q=0` refuses. No header, or an empty one, accepts everything.
 */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map(toMediaRange);
  for (const covering of [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']) {
    const matches = ranges.filter(({ range }) => range === covering);
    if (matches.length > 0) return matches.some(({ quality }) => quality > 0);
  }
  return false;
}

function toMediaRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
  return { range, quality: quality === undefined ? 1 : Number.parseFloat(quality) || 0 };
}
