import { setFlagsFromString } from 'node:v8';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigFault, type ConfigOf, type Env, readConfig, type Settings } from '#libs/config';
import { Health } from './health.provider.js';
import { errorFields, Logger } from './logger.provider.js';
import type { LogPlace } from './observability.config.js';

/** One app: what it reads from the environment, what it is made of, and how work is let into it. */
export interface Program<S extends Settings, App extends INestApplicationContext> {
  readonly settings: S;
  readonly create: (config: ConfigOf<S> & LogPlace) => Promise<App>;
  readonly begin: (app: App) => Promise<void>;
}

/** All steps of a stop have limits of their own, which are below this together. */
const STOP_DEADLINE_MS = 30_000;
/** Who cannot go on has little to bring to a good end, and what is stuck would only be waited for. */
const FAILED_DEADLINE_MS = 5_000;
/** How much garbage may come on top of the live heap before V8 collects. By default V8 keeps the messages of a queue several times over. */
const HEAP_GROWS_BY_PERCENT = 100;

/**
 * Runs one app to its end. Start faults are one readable text and exit 1. SIGTERM and SIGINT, once or often, end it at any moment with
 * exit 0: at once before it exists, in order from then on. An unhandled error is logged and ends it with exit 1.
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
    // A start that a stop has cut short fails for that reason alone.
    if (!ending.hasBegun) ending.refuse(error);
  }
}

class Ending {
  private app: INestApplicationContext | undefined;
  hasBegun = false;

  listen(): void {
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal); // that of early-stop.setup.ts
    // Not once: a second signal would kill what the first has begun to bring to a good end.
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

  /** It cannot even start. */
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
