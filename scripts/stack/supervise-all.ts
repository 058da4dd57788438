import { type Screen } from '#libs/demo';
import { type StartedApp } from './apps.js';
import { type Child, type Exit } from './child.js';
import { type EndedParts } from './ended-parts.js';
import { type Server } from './infrastructure.js';
import { type RunFolder } from './run-folder.js';
import { supervise, type Supervised } from './supervised.js';

export type Pids = () => Readonly<Record<string, number>>;

export interface AllOf {
  readonly run: RunFolder;
  readonly screen: Screen;
  readonly apps: readonly StartedApp[];
  readonly servers: readonly Server[];
  readonly ended: EndedParts;
  /** Called with the process ids by name after a restart. */
  readonly onChange: (pids: Readonly<Record<string, number>>) => void;
}

/** Keeps the apps and the embedded servers alive. @returns a function that returns their process ids */
export function superviseAll({ run, screen, apps, servers, ended, onChange }: AllOf): Pids {
  const onEnd = (child: Child, exit: Exit): void => {
    ended.add(child.name, exit);
    tellEnd(screen, child, exit);
  };
  const onRestart = (child: Child): void => {
    screen.step(`${child.name} restarted, process ${child.pid}`);
    onChange(pids());
  };
  const embedded = servers.flatMap(({ embedded: server }) => server ?? []);
  const all: Supervised[] = [
    ...apps.map((app) => supervise({ run, first: app.child, restart: async () => app.restart(), onEnd, onRestart })),
    ...embedded.map((server) =>
      supervise({ run, first: server.child, restart: async () => (await server.restart()).child, onEnd, onRestart }),
    ),
  ];
  const pids: Pids = () => Object.fromEntries(all.map(({ name, pid }) => [name, pid()]));
  return pids;
}

function tellEnd(screen: Screen, child: Child, { code, signal }: Exit): void {
  screen.warn(`${child.name} ended (${signal ?? `exit code ${code}`}); it restarts`);
  if (signal === null) child.lastLines(4).forEach((line) => screen.dim(line.slice(0, 200)));
}
