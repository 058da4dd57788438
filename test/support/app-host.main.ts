// Runs apps for the test files of one jest worker: their modules are loaded once, not once for each app that a test starts.
import type { INestApplicationContext } from '@nestjs/common';
import { readConfig } from '#libs/config';
import { Health, Logger, observabilitySettings, type Program } from '#libs/observability';
import { compiled } from '../../scripts/stack/clone.js';
import { callCommand } from '../../scripts/stack/run-command.js';
import type { HostEvent, HostRequest } from './app-host.js';

type AnyProgram = Program<typeof observabilitySettings, INestApplicationContext>;

const apps = new Map<number, INestApplicationContext>();
const tell = (event: HostEvent): void => void process.send?.(event);

process.on('message', (request: HostRequest) => {
  answer(request).then(
    (result) => tell({ kind: 'done', id: request.id, result }),
    (error: Error) => tell({ kind: 'failed', id: request.id, error: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());
// As in an app's own process: an unhandled error ends it, and the tests of this file fail.
for (const name of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(name, (error) => {
    process.stderr.write(`an app of the tests had an unhandled error: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
}

async function answer(request: HostRequest): Promise<unknown> {
  switch (request.kind) {
    case 'start':
      return start(request);
    case 'stop':
      return stop(request.app, 0);
    default:
      return callCommand(request.argv, request.env);
  }
}

async function start({ id, name, env, logFile }: Extract<HostRequest, { kind: 'start' }>): Promise<void> {
  const { PROGRAM } = (await import(compiled(`apps/${name}/src/${name}.app`))) as { PROGRAM: AnyProgram };
  const app = await PROGRAM.create({ ...readConfig(PROGRAM.settings, env), logFile });
  apps.set(id, app);
  app.get(Health).onFailure = (reason) => {
    app.get(Logger).error('app.failed', { reason });
    void stop(id, 1);
  };
  await PROGRAM.begin(app);
  app.get(Health).started();
}

async function stop(app: number, code: number): Promise<void> {
  const running = apps.get(app);
  apps.delete(app);
  await running?.close();
  tell({ kind: 'ended', app, code });
}
