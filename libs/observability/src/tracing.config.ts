import { type ConfigOf, optional, Secret } from '#libs/config';

function asEndpoint(text: string): string {
  if (text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text.replace(/\/$/, '');
  throw new Error('must be a URL such as http://collector:4318');
}

/** Reads `name=value,name=value` with percent-encoded values. They may be credentials, so faults do not repeat them. */
function asHeaders(text: string): Secret {
  for (const entry of text.split(',').filter((each) => each.trim() !== '')) {
    if (!/^\s*[^\s=]+\s*=/.test(entry)) throw new Error('must be name=value,name=value');
    try {
      decodeURIComponent(entry);
    } catch (error) {
      throw new Error('must be name=value,name=value, each value percent-encoded: a % itself is %25', { cause: error });
    }
  }
  return new Secret(text);
}

function asRatio(text: string): number {
  const ratio = Number(text);
  if (text.trim() === '' || !(ratio >= 0 && ratio <= 1)) throw new Error(`must be a number from 0 to 1, not "${text}"`);
  return ratio;
}

export const tracingSettings = {
  tracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    asEndpoint,
    '',
    'OpenTelemetry collector (OTLP over HTTP), such as http://collector:4318; empty = no traces',
  ),
  tracesHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    asHeaders,
    '',
    'headers for the collector, name=value,name=value, values percent-encoded',
  ),
  tracesRatio: optional(
    'OTEL_TRACES_SAMPLER_ARG',
    asRatio,
    '1',
    'share of the traces that begin here and are kept, 0 to 1; a trace that comes with a scan keeps its own choice',
  ),
};

export type TracingConfig = ConfigOf<typeof tracingSettings>;
