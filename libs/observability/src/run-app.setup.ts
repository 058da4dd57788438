import { setFlagsFromString } from 'node:v8';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigFault } from '#libs/config';
import { Health } from './health.provider.js';
import { errorFields, Logger } from './logger.provider.js';

const STOP_DEADLINE_MS = 30_000;
/** Who cannot go on has little to bring to a good end, and what is stuck would only be waited for. */
const FAILED_DEADLINE_MS = 5_000;
/** V8 lets the heap grow to four times what is alive before it collects; a queue's worth of messages is then kept several times over. */
const HEAP_GROWS_BY_PERCENT = 50;

/**
 * Runs one app to its end: start faults are one readable text and exit 1, SIGTERM and SIGINT close it in order and exit 0,
 * and nothing that nobody handled goes unnoticed.
 */
export async function runApp(start: () => Promise<INestApplicationContext>): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY_PERCENT}`);
  // Told to stop before there is anything to close: go at once.
  let stop = (exitCode: number): Promise<void> => process.exit(exitCode);
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  try {
    const app = await start();
    stop = stopOnce(app);
    app.get(Health).onFailure = (reason) => {
      app.get(Logger).error('app.failed', { reason });
      void stop(1);
    };
    process.on('unhandledRejection', (error) => {
      app.get(Logger).error('app.unhandledRejection', errorFields(error));
      void stop(1);
    });
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigFault ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  }
}

function stopOnce(app: INestApplicationContext): (exitCode: number) => Promise<void> {
  let stopping = false;
  return async (exitCode) => {
    if (stopping) return;
    stopping = true;
    setTimeout(
      () => {
        app.get(Logger).flush();
        process.exit(1);
      },
      exitCode === 0 ? STOP_DEADLINE_MS : FAILED_DEADLINE_MS,
    ).unref();
    await app.close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    process.exit(exitCode);
  };
}
