import { destination, pino } from 'pino';
import type { ObservabilityConfig } from './observability.config.js';

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * One JSON line per fact: `event` is a dotted name such as `scan.parked`, the ids stand beside it.
 * Payloads, bodies and credentials are never fields: they hold personal data and secrets.
 */
export class Logger {
  private readonly pino: ReturnType<typeof pino>;

  constructor(app: string, config: Pick<ObservabilityConfig, 'logLevel' | 'logFile'>) {
    // Asynchronous: a slow stdout must not slow the hot path.
    this.pino = pino(
      { level: config.logLevel, base: { app }, messageKey: 'event' },
      destination({ dest: config.logFile ?? 1, sync: false }),
    );
  }

  debug(event: string, fields: LogFields = {}): void {
    this.pino.debug(fields, event);
  }

  info(event: string, fields: LogFields = {}): void {
    this.pino.info(fields, event);
  }

  warn(event: string, fields: LogFields = {}): void {
    this.pino.warn(fields, event);
  }

  error(event: string, fields: LogFields = {}): void {
    this.pino.error(fields, event);
  }

  flush(): void {
    this.pino.flush();
  }
}

/** What an error may show in a log: its name, message, code and stack, never the objects it drags along. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error ? { errorCode: String(error.code) } : {};
  return { error: error.message, errorName: error.name, ...code, stack: error.stack };
}
