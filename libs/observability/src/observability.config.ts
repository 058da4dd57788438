import { asInteger, asOneOf, asPort, type ConfigOf, HOUR, MINUTE, optional, SECOND } from '#libs/config';

export const observabilitySettings = {
  internalPort: optional('INTERNAL_PORT', asPort, '9090', 'port of /health/live, /health/ready and /metrics'),
  internalHost: optional('INTERNAL_HOST', (text) => text, '0.0.0.0', 'address the internal port listens on'),
  startWithinMs: optional(
    'START_WITHIN_MS',
    asInteger(0, 24 * HOUR),
    String(5 * MINUTE),
    'longest wait at the start for database, migrations, broker and topics, ms each; then exit code 1',
  ),
  logLevel: optional('LOG_LEVEL', asOneOf('trace', 'debug', 'info', 'warn', 'error'), 'info', 'lowest level that is logged'),
  metricsPollMs: optional(
    'METRICS_POLL_MS',
    asInteger(50, 600 * SECOND),
    String(15 * SECOND),
    'pause between two questions of the metrics to brokers and database, ms',
  ),
};

/** Separate log files for tests that run several apps in one process. */
export interface LogPlace {
  /** The file of this app's log; absent = stdout. */
  readonly logFile?: string;
}

export type ObservabilityConfig = ConfigOf<typeof observabilitySettings> & LogPlace;
