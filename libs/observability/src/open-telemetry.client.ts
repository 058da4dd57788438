// out: spans to an OpenTelemetry collector, OTLP over HTTP. Loaded only when a collector is configured (tracing.provider.ts).
import { type Context, isSpanContextValid, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { errorFields, type Logger } from './logger.provider.js';
import type { Step, Tracing } from './tracing.provider.js';

/** The most waiting spans. Further spans are dropped: a collector that is down must not fill the memory. */
const MOST_WAITING = 4096;
const SEND_WITHIN_MS = 5_000;
const EVERY_MS = 1_000;

interface Collector {
  readonly app: string;
  readonly endpoint: string;
  /** `name=value,name=value` */
  readonly headers: string;
  readonly ratio: number;
}

export function startOpenTelemetry({ app, endpoint, headers, ratio }: Collector, logger: Logger): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: parseHeaders(headers), timeoutMillis: SEND_WITHIN_MS });
  const batching = { exporter, maxQueueSize: MOST_WAITING, scheduledDelayMillis: EVERY_MS, exportTimeoutMillis: SEND_WITHIN_MS };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': app, 'service.namespace': 'parcel-event-webhooks' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(batching)],
  });
  const tracer = provider.getTracer('parcel-event-webhooks');
  return {
    isOn: true,
    tell: ({ name, kind, parent, startMs, endMs, attributes, hasFailed = false }) => {
      const options = { kind: KINDS[kind], startTime: startMs, attributes };
      const span = tracer.startSpan(name, options, contextOf(parent));
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(Math.max(startMs, endMs)); // the clocks of two machines differ
      return toTraceparent(span.spanContext());
    },
    onApplicationShutdown: () => provider.shutdown().catch((error: unknown) => logger.warn('traces.notSent', errorFields(error))),
  };
}

const KINDS: Readonly<Record<Step['kind'], SpanKind>> = { consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

/** Reads `00-<trace id>-<span id>-<flags>`. Any other text begins a new trace. */
function contextOf(parent: string | undefined): Context {
  const [version, traceId = '', spanId = '', flags = ''] = parent?.split('-') ?? [];
  const remote: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return version === '00' && isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry.includes('='))
      .map((entry) => [entry.slice(0, entry.indexOf('=')).trim(), decodeURIComponent(entry.slice(entry.indexOf('=') + 1).trim())]),
  );
