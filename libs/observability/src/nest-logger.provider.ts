import type { LoggerService } from '@nestjs/common';
import { errorFields, type Logger } from './logger.provider.js';

/** Writes Nest's lines to the app's log: information at level debug, warnings and errors at their own level. */
export const toNestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown, context?: unknown) => logger.debug('nest', { message, context }),
  debug: (message: unknown, context?: unknown) => logger.debug('nest', { message, context }),
  verbose: (message: unknown, context?: unknown) => logger.debug('nest', { message, context }),
  warn: (message: unknown, context?: unknown) => logger.warn('nest', { message, context }),
  error: (message: unknown, ...rest: unknown[]) =>
    logger.error('nest', message instanceof Error ? errorFields(message) : { message, context: rest.at(-1) }),
});
