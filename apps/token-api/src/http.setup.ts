import type { Server } from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
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
import { validationPipe } from './validation/validation.setup.js';

/**
 * The way of a request, the same in main and in tests: one at a time of its connection → request id → 404, 405, 406 (gate) → 401, 429, 403, 429 (guards) → 415, 413,
 * 400 (body) → 401 (revoked meanwhile) → 400 (pipe) → handler; whatever throws on the way ends in the filter.
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
    gateRequests(() => routesOf(app), [...CONSOLE_ROUTES, ...DOCS_ROUTES]),
  );
  app.useGlobalInterceptors(new JsonBodyInterceptor(), app.get(CredentialsGuard));
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

/** The routes that Express has registered, so that the list cannot differ from what the app answers. */
function routesOf(app: NestExpressApplication): Route[] {
  const { router } = app.getHttpAdapter().getInstance() as Application;
  return router.stack.flatMap(({ route }) =>
    route ? route.stack.map(({ method }) => ({ method: method.toUpperCase(), path: route.path })) : [],
  );
}

/** Node reads only the first 1000 pairs of a query by default. A filter after them would be ignored, and the answer would show everything. */
export const parseQuery = (text: string): ParsedUrlQuery => parse(text, '&', '=', { maxKeys: 0 });

/** How long a stop waits for answers. A request that its client never finishes would delay the stop for a minute. */
const DRAIN_MS = 10 * SECOND;

@Injectable()
export class HttpDrain implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  }
}
