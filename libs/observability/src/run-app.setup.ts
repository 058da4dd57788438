import { setFlagsFromString } from 'node:v8';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigFault, type ConfigOf, type Env, readConfig, type Settings } from '#libs/config';
import { Health } from './health.provider.js';
import { errorFields, Logger } from './logger.provider.js';
import type { LogPlace } from './observability.config.js';

/** One app: its settings, its modules, and the function that lets work in. */
export interface Program<S extends Settings, App extends INestApplicationContext> {
  readonly settings: S;
  readonly create: (config: ConfigOf<S> & LogPlace) => Promise<App>;
  readonly begin: (app: App) => Promise<void>;
}

/** Longer than the sum of the limits of all steps of a stop. */
const STOP_DEADLINE_MS = 30_000;
/** A failed process has little to finish, and would only wait for the part that is stuck. */
const FAILED_DEADLINE_MS = 5_000;
/** V8 collects when garbage reaches this share of the live heap. By default V8 keeps the messages of a queue several times over. */
const HEAP_GROWS_BY_PERCENT = 100;

/**
 * Runs one app to its end. A failed start prints one readable text and exits with 1. SIGTERM and SIGINT, once or repeated, end the app with
 * exit 0: at once while it is being created, in order afterwards. An unhandled error is logged and ends the app with exit 1.
 */
export async function runApp<S extends Settings, App extends INestApplicationContext>(program: Program<S, App>, env: Env): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY_PERCENT}`);
  const ending = new Ending();
  ending.listen();
  try {
    const app = await program.create(readConfig(program.settings, env));
    ending.stopsWith(app);
    await program.begin(app);
    app.get(Health).started();
  } catch (error) {
    // When a stop interrupts the start, the error of the start is only a consequence.
    if (!ending.hasBegun) ending.refuse(error);
  }
}

class Ending {
  private app: INestApplicationContext | undefined;
  hasBegun = false;

  listen(): void {
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal); // the handler of early-stop.setup.ts
    // Use `on`, not `once`: a second signal would kill the process during the orderly stop.
    process.on('SIGTERM', () => void this.stop(0));
    process.on('SIGINT', () => void this.stop(0));
    process.on('unhandledRejection', (error) => this.fail('app.unhandledRejection', error));
    process.on('uncaughtException', (error) => this.fail('app.uncaughtException', error));
  }

  stopsWith(app: INestApplicationContext): void {
    this.app = app;
    app.get(Health).onFailure = (reason) => {
      app.get(Logger).error('app.failed', { reason });
      void this.stop(1);
    };
  }

  /** Reports a failed start. */
  refuse(error: unknown): void {
    process.stderr.write(`${error instanceof ConfigFault ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  }

  private fail(event: string, error: unknown): void {
    if (!this.app) return this.refuse(error);
    this.app.get(Logger).error(event, errorFields(error));
    void this.stop(1);
  }

  /** Never rejects. */
  private async stop(exitCode: number): Promise<void> {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { app } = this;
    if (!app) return process.exit(exitCode);
    setTimeout(() => giveUp(app), exitCode === 0 ? STOP_DEADLINE_MS : FAILED_DEADLINE_MS).unref();
    await app.close().catch((error: unknown) => app.get(Logger).error('app.stopFailed', errorFields(error)));
    process.exit(exitCode);
  }
}

function giveUp(app: INestApplicationContext): void {
  app.get(Logger).error('app.stopTookTooLong', {});
  app.get(Logger).flush();
  process.exit(1);
}
