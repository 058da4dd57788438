import type { Server } from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SECOND } from '#libs/config';
import { errorFields, Logger, Metrics } from '#libs/observability';
import { isDatabaseUnavailable } from '#libs/persistence';
import type { Application } from 'express';
import { CredentialsGuard } from './auth/credentials.guard.js';
import { CONSOLE_ROUTES } from './console/page.js';
import { ApiDocument } from './docs/docs.controller.js';
import { DOCS_ROUTES } from './docs/page.js';
import { AllErrorsFilter } from './http/all-errors.filter.js';
import { compressAnswers } from './http/compress.middleware.js';
import { setUpServer } from './http/http-server.setup.js';
import { JsonBodyInterceptor } from './http/json-body.interceptor.js';
import { gateRequests, identifyRequest, requestIdOf, type Route } from './http/request-gate.middleware.js';
import { logRequests } from './http/request-log.middleware.js';
import { MAIL_ROUTES } from './notification-targets/pages.js';
import { validationPipe } from './validation/validation.setup.js';

/**
 * Sets up the steps of each request, for the program and for tests: one request at a time per connection → request id → 404, 405, 406
 * (gate) → 401, 429, 403, 409, 429 (guards) → 415, 413, 400 (body) → 401 (revoked meanwhile) → 400 (pipe) → handler. AllErrorsFilter
 * answers every error on the way.
 */
export function setUpHttp(app: NestExpressApplication): void {
  const logger = app.get(Logger);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', parseQuery);
  app.use(
    identifyRequest,
    logRequests(logger, app.get(Metrics)),
    compressAnswers,
    gateRequests(() => routesOf(app), [...CONSOLE_ROUTES, ...DOCS_ROUTES, ...MAIL_ROUTES]),
  );
  app.useGlobalInterceptors(new JsonBodyInterceptor(app.get(Reflector)), app.get(CredentialsGuard));
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(
    new AllErrorsFilter({
      isOutage: isDatabaseUnavailable,
      report: ({ error, method, route }, response) => {
        const fields = { requestId: requestIdOf(response), method, route, ...errorFields(error) };
        logger.few('error', `${method} ${route} ${String(error)}`, 'request.failed', fields);
      },
    }),
  );
  app.get(ApiDocument).describe(app);
  setUpServer(app.getHttpServer());
}

/** Returns the routes that Express has registered: a separate list could differ from them. */
function routesOf(app: NestExpressApplication): Route[] {
  const { router } = app.getHttpAdapter().getInstance() as Application;
  return router.stack.flatMap(({ route }) =>
    route ? route.stack.map(({ method }) => ({ method: method.toUpperCase(), path: route.path })) : [],
  );
}

/** By default Node reads only the first 1000 pairs of a query. A later filter would be ignored, and the answer would show everything. */
export const parseQuery = (text: string): ParsedUrlQuery => parse(text, '&', '=', { maxKeys: 0 });

/** The longest time that a stop waits for answers. Without it, a request that its client never finishes delays the stop for a minute. */
const DRAIN_MS = 10 * SECOND;

@Injectable()
export class HttpDrain implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  }
}
