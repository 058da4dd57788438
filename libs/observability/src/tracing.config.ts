import { asSecret, type ConfigOf, optional } from '#libs/config';

function asEndpoint(text: string): string {
  if (text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text.replace(/\/$/, '');
  throw new Error('must be a URL such as http://collector:4318');
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
    'OpenTelemetry collector that takes OTLP over HTTP, such as http://collector:4318; empty = no traces are made',
  ),
  tracesHeaders: optional('OTEL_EXPORTER_OTLP_HEADERS', asSecret, '', 'headers for the collector, name=value,name=value'),
  tracesRatio: optional(
    'OTEL_TRACES_SAMPLER_ARG',
    asRatio,
    '1',
    'part of the traces that begin here and are kept, 0 to 1; a trace that comes with a scan keeps its own choice',
  ),
};

export type TracingConfig = ConfigOf<typeof tracingSettings>;
