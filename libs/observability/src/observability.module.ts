import { type DynamicModule, Module } from '@nestjs/common';
import { Health } from './health.provider.js';
import { InternalServer } from './internal.server.js';
import { Logger } from './logger.provider.js';
import { Metrics } from './metrics.provider.js';
import type { ObservabilityConfig } from './observability.config.js';
import type { TracingConfig } from './tracing.config.js';
import { createTracing, TRACING } from './tracing.provider.js';

/** Provides logger, metrics, traces, health and the internal port globally. */
@Module({})
export class ObservabilityModule {
  static forRoot(app: string, config: ObservabilityConfig & Partial<TracingConfig>): DynamicModule {
    return {
      module: ObservabilityModule,
      global: true,
      providers: [
        { provide: Logger, useFactory: () => new Logger(app, config) },
        { provide: Metrics, useFactory: () => new Metrics(app) },
        { provide: TRACING, useFactory: (logger: Logger) => createTracing(app, config, logger), inject: [Logger] },
        Health,
        {
          provide: InternalServer,
          useFactory: (health: Health, metrics: Metrics, logger: Logger) => new InternalServer(config, health, metrics, logger).open(),
          inject: [Health, Metrics, Logger],
        },
      ],
      exports: [Logger, Metrics, TRACING, Health],
    };
  }
}
