import { destination, pino } from 'pino';
import { Floods } from './floods.job.js';
import type { ObservabilityConfig } from './observability.config.js';

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes one JSON line per fact: `event` is a dotted name such as `receiver.held`; ids are separate fields.
 * Never log payloads, bodies or credentials: they hold personal data and secrets.
 */
export class Logger {
  private readonly pino: ReturnType<typeof pino>;
  private readonly floods = new Floods();

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

  /** Logs facts that outsiders can cause in any number: per kind the first ten in 10 s, then one line that counts the others as `repeated`. */
  few(level: 'info' | 'warn' | 'error', kind: string, event: string, fields: LogFields = {}): void {
    this.floods.line(`${event} ${kind}`, (repeated) => this[level](event, repeated === undefined ? fields : { ...fields, repeated }));
  }

  flush(): void {
    this.floods.flush();
    this.pino.flush();
  }
}

/** Returns the loggable parts of an error: name, message, code and stack, never the objects attached to it. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error ? { errorCode: String(error.code) } : {};
  return { error: error.message, errorName: error.name, ...code, stack: error.stack };
}
