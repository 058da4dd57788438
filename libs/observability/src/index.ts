export { Health, type Probe } from './health.provider.js';
export { errorFields, type LogFields, Logger } from './logger.provider.js';
export { type DescribedMetric, type Labels, Metrics } from './metrics.provider.js';
export { toNestLogger } from './nest-logger.provider.js';
export { type ObservabilityConfig, observabilitySettings } from './observability.config.js';
export { ObservabilityModule } from './observability.module.js';
export { type CommandLine, type CommandOutcome, runCommandLine } from './run-command-line.setup.js';
export { type Program, runApp } from './run-app.setup.js';
