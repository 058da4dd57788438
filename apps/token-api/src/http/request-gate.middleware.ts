import { randomUUID } from 'node:crypto';
import { ApiError } from '#libs/errors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendError } from './send-error.setup.js';

/**
 * Gives every answer the request id, and forbids caching because some answers show secrets. Browsers must not guess a type, run an answer
 * or show it inside another page. The page of the API sets its own policy.
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
 * Refuses requests before authentication: 400 without exactly one host (RFC 9112, 3.2) → 404 unknown route → 405 → 406 (domain D.9).
 * Express itself would answer 404 to a known path with a wrong method, and would answer OPTIONS without asking the route.
 * @param routesOf the routes of the app, known only after its initialisation
 * @param pages the routes that are sent whatever `Accept` says: a browser asks for HTML
 */
export function gateRequests(routesOf: () => readonly Route[], pages: readonly string[]): RequestHandler {
  let routes: readonly Route[] | undefined;
  return (request: Request, response: Response, next: NextFunction) => {
    const refusal = refusalOf(request, (routes ??= routesOf()), pages);
    if (refusal) return sendError(response, refusal);
    return next();
  };
}

/** Counts the headers `Host`. Node keeps the first of several; a proxy in front of the API may keep another. */
const hostsOf = ({ rawHeaders }: Request): number => rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;

function refusalOf(request: Request, routes: readonly Route[], pages: readonly string[]): ApiError | undefined {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    return ApiError.of('invalid', { detail: 'The header `Host` is missing; HTTP/1.1 requires it.' });
  }
  if (hostsOf(request) > 1) return ApiError.of('invalid', { detail: 'The request has more than one header `Host`.' });
  const methods = methodsAt(routes, request.path);
  if (!methods) return ApiError.of('notFound');
  if (!methods.includes(request.method)) {
    return ApiError.of('methodNotAllowed', { detail: `Method "${request.method}" not allowed.`, headers: { Allow: methods.join(', ') } });
  }
  if (pages.some((page) => isAt(page, request.path))) return undefined;
  return accepts(request.get('Accept'), typeAt(request.path)) ? undefined : ApiError.of('notAcceptable');
}

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Returns the caller's own request id if it is harmless in logs and headers, else the fresh id. */
export const toRequestId = (given: string | undefined, fresh: string): string =>
  given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : fresh;

export interface Route {
  /** Upper case. */
  readonly method: string;
  /** Such as `/receivers/:receiverId` or `/console/*path`. Other segments match exactly: case and a trailing slash count. */
  readonly path: string;
}

/**
 * Returns the methods of an address, with HEAD for every GET; undefined = unknown address or malformed escape. If there is a route `/a/b`,
 * this address does not match `/a/:id`.
 */
export function methodsAt(routes: readonly Route[], path: string): readonly string[] | undefined {
  if (!isDecodable(path)) return undefined;
  const found = routes.filter((route) => isAt(route.path, path));
  const named = found.filter((route) => route.path === path);
  const methods = (named.length > 0 ? named : found).map((route) => route.method);
  if (methods.length === 0) return undefined;
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

/** True when a path matches a route. A last segment `*name` matches the rest of the path, even an empty segment. */
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

/** The type of the successful answers of file routes. */
const CSV = { ending: '.csv', type: 'text/csv' };

const typeAt = (path: string): string => (path.endsWith(CSV.ending) ? CSV.type : 'application/json');

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * True when the caller accepts answers of a type (spec: 406; domain D.9). The most specific media range that covers the type decides, and
 * `q=0` refuses. A missing or empty header accepts everything.
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
