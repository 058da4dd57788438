import type { Logger } from './logger.provider.js';
import type { TracingConfig } from './tracing.config.js';

/** One step on the way of a scan. It has ended, or the next step is about to begin. */
export interface Step {
  readonly name: string;
  /** `consumer` = read a message, `client` = sent a request. */
  readonly kind: 'consumer' | 'client';
  /** W3C trace context of the previous step; undefined = a new trace begins. */
  readonly parent: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  /** Ids and classes only; never the content of a message or an address. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed?: boolean;
}

/** Reports steps to a collector. It never throws and never waits; it drops spans that the collector does not accept in time. */
export interface Tracing {
  /** When false, callers need not build attributes. */
  readonly isOn: boolean;
  /** @returns the trace context for the next step; the given context while tracing is off */
  readonly tell: (step: Step) => string | undefined;
  /** Sends the waiting spans. Nest calls it at the end. */
  readonly onApplicationShutdown?: () => Promise<void>;
}

export const TRACING = Symbol('Tracing');

export const NO_TRACING: Tracing = { isOn: false, tell: ({ parent }) => parent };

/** Loads OpenTelemetry only when a collector is configured: otherwise it costs neither memory nor time. */
export async function createTracing(app: string, config: Partial<TracingConfig>, logger: Logger): Promise<Tracing> {
  const { tracesEndpoint = '', tracesHeaders, tracesRatio = 1 } = config;
  if (tracesEndpoint === '') return NO_TRACING;
  const { startOpenTelemetry } = await import('./open-telemetry.client.js');
  return startOpenTelemetry({ app, endpoint: tracesEndpoint, headers: tracesHeaders?.reveal() ?? '', ratio: tracesRatio }, logger);
}
