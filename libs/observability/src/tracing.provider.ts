import type { Logger } from './logger.provider.js';
import type { TracingConfig } from './tracing.config.js';

/** One step of a scan's way that is over, or just going over into the next. */
export interface Step {
  readonly name: string;
  /** `consumer` = took a message, `client` = asked somebody. */
  readonly kind: 'consumer' | 'client';
  /** W3C trace context of the step before; absent = a trace begins. */
  readonly parent: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  /** Ids and classes; never what a message says, nor an address. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed?: boolean;
}

/** Tells a collector of steps; it never throws, never waits, and drops what the collector does not take in time. */
export interface Tracing {
  /** Where it is false, callers need not build attributes. */
  readonly isOn: boolean;
  /** @returns the trace context that the next step belongs to: the given one while no traces are made */
  readonly tell: (step: Step) => string | undefined;
  /** Nest calls it at the end: waiting spans are sent. */
  readonly onApplicationShutdown?: () => Promise<void>;
}

export const TRACING = Symbol('Tracing');

export const NO_TRACING: Tracing = { isOn: false, tell: ({ parent }) => parent };

/** OpenTelemetry is loaded only when there is a collector: without one it costs neither memory nor time. */
export async function createTracing(app: string, config: Partial<TracingConfig>, logger: Logger): Promise<Tracing> {
  const { tracesEndpoint = '', tracesHeaders, tracesRatio = 1 } = config;
  if (tracesEndpoint === '') return NO_TRACING;
  const { startOpenTelemetry } = await import('./open-telemetry.client.js');
  return startOpenTelemetry({ app, endpoint: tracesEndpoint, headers: tracesHeaders?.reveal() ?? '', ratio: tracesRatio }, logger);
}
