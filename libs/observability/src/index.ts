export { Health, type Probe } from './health.provider.js';
export { errorFields, type LogFields, Logger } from './logger.provider.js';
export { type DescribedMetric, type Labels, Metrics } from './metrics.provider.js';
export { toNestLogger } from './nest-logger.provider.js';
export { type ObservabilityConfig, observabilitySettings } from './observability.config.js';
export { ObservabilityModule } from './observability.module.js';
export { type Program, runApp } from './run-app.setup.js';
export { type TracingConfig, tracingSettings } from './tracing.config.js';
export { createTracing, NO_TRACING, type Tracing, TRACING } from './tracing.provider.js';
