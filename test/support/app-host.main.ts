// Runs apps for the test files of one jest worker. Their modules are loaded once, not once for each app that a test starts.
import { appendFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { readConfig } from '#libs/config';
import { errorFields, Health, Logger, observabilitySettings, type Program } from '#libs/observability';
import { compiled } from '../../scripts/stack/clone.js';
import { callCommand } from '../../scripts/stack/run-command.js';
import { appsIn } from './app-end.js';
import type { HostEvent, HostRequest } from './app-host.js';

type AnyProgram = Program<typeof observabilitySettings, INestApplicationContext>;

interface Hosted extends Pick<Extract<HostRequest, { kind: 'start' }>, 'name' | 'logFile'> {
  app?: INestApplicationContext;
}

const apps = new Map<number, Hosted>();
const tell = (event: HostEvent): void => void process.send?.(event);

process.on('message', (request: HostRequest) => {
  answer(request).then(
    (result) => tell({ kind: 'done', id: request.id, result }),
    (error: Error) => tell({ kind: 'failed', id: request.id, error: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());
// An unhandled error ends the process, as in an app's own process. It is logged for the apps named in the stack, or for all apps if the
// stack names none.
for (const name of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(name, (error) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const [hosted, inStack] = [[...apps.values()], appsIn(stack)];
    const named = hosted.filter((each) => inStack.includes(each.name));
    const words = { event: `app.${name}`, ...errorFields(error), hosted: hosted.map((each) => each.name), inStack };
    for (const { logFile } of named.length > 0 ? named : hosted) appendFileSync(logFile, `${JSON.stringify(words)}\n`);
    process.stderr.write(`an app of the tests had an unhandled error: ${JSON.stringify(words, undefined, 2)}\n`);
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
  const hosted: Hosted = { name, logFile };
  apps.set(id, hosted);
  const app = await PROGRAM.create({ ...readConfig(PROGRAM.settings, env), logFile }).catch((error: unknown) => {
    apps.delete(id);
    throw error;
  });
  hosted.app = app;
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
  await running?.app?.close();
  running?.app?.get(Logger).flush(); // As an app's own process does when it ends.
  tell({ kind: 'ended', app, code });
}
