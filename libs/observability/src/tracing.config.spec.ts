import { expect, it } from '@jest/globals';
import { readConfig } from '#libs/config';
import { tracingSettings } from './tracing.config.js';

const read = (headers: string) => readConfig(tracingSettings, { OTEL_EXPORTER_OTLP_HEADERS: headers }).tracesHeaders.reveal();

it('headers for the collector are read unchanged, or refused without being repeated', () => {
  expect(read('authorization=Basic%20YTpi,x=1')).toBe('authorization=Basic%20YTpi,x=1');
  expect(() => read('authorization=Basic 100%')).toThrow(/OTEL_EXPORTER_OTLP_HEADERS must be .+ percent-encoded: a % itself is %25$/);
  expect(() => read('secret')).toThrow(/OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value$/);
});
