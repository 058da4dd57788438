import { type Screen } from '#libs/demo';
import { type AppName, type AppPorts, appEnvironment, urlOf } from './app-environment.js';
import { refuseTakenPort } from './caller-settings.js';
import { type Child, startChild } from './child.js';
import { compiled } from './clone.js';
import { freePorts } from './free-ports.js';
import { createRepeatFilter, shortLogLine } from './log-line.js';
import { type RunFolder } from './run-folder.js';
import { isReady, untilReady } from './until-ready.js';

export interface AppsContext {
  readonly run: RunFolder;
  readonly screen: Screen;
  readonly environment: NodeJS.ProcessEnv;
  /** True: Node's `--watch` restarts the app when an imported module changes. */
  readonly watch: boolean;
}

export interface StartedApp {
  readonly name: AppName;
  readonly child: Child;
  /** Base address of the public API; meaningful only for token-api. */
  readonly url: string;
  readonly internalUrl: string;
  restart(): Child;
}

const START_TRIES = 3;

/** Starts an app and waits until it is ready. If another program took its port meanwhile, another port is chosen, except for the caller's PORT. */
export async function startApp(context: AppsContext, name: AppName): Promise<StartedApp> {
  const callersPort = name === 'token-api' ? Number(context.environment.PORT || 0) : 0;
  for (let tries = 1; ; tries++) {
    const ports = await choosePorts(callersPort);
    const launch = (): Child => launchApp(context, name, ports);
    const child = launch();
    const internalUrl = urlOf(context.environment.INTERNAL_HOST, ports.internalPort);
    try {
      await untilReady(child, () => isReady(internalUrl));
      return { name, child, url: urlOf(context.environment.API_HOST, ports.port), internalUrl, restart: launch };
    } catch (error) {
      const isPortTaken = child.lastLines(20).some((line) => line.includes('EADDRINUSE'));
      if (isPortTaken && callersPort !== 0) await refuseTakenPort(callersPort, context.environment.API_HOST ?? '127.0.0.1');
      if (!isPortTaken || tries === START_TRIES) throw error;
    }
  }
}

function launchApp({ run, screen, environment, watch }: AppsContext, name: AppName, ports: AppPorts): Child {
  const isNews = createRepeatFilter();
  return startChild(run, {
    name,
    command: process.execPath,
    args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), compiled(`apps/${name}/src/main`)],
    stage: 'app',
    stopSignal: 'SIGTERM',
    env: appEnvironment(environment, name, ports),
    onLine: (line) => {
      const short = shortLogLine(name, line);
      if (short !== undefined && isNews(short, Date.now())) screen.dim(short);
    },
  });
}

/** @param callers 0 = any free port */
async function choosePorts(callers: number): Promise<AppPorts> {
  const [port = 0, internalPort = 0] = await freePorts(2);
  return { port: callers === 0 ? port : callers, internalPort };
}
