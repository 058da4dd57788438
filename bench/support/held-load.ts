// Work that waits in a topic before the apps may take it: the apps are never short of work, and no publisher runs beside them.
import { TOPICS } from '#libs/contracts';
import { publishEvents } from './bench-events.js';
import type { AppName, BenchApp, BenchStack, LoadedStack } from './bench-stack.js';
import { publishAll } from './builder-work.js';
import { lagOf } from './lag.js';
import { type Lot, recordsOf, SCANS_PER_PARCEL, scansOf } from './parcel-traffic.js';
import { measureParts, type Usage } from './resources.js';
import { untilNone } from './until-none.js';

/** A load for one app. */
export interface HeldLoad {
  readonly app: AppName;
  /** The names of its consumer groups without the prefix; each process is a member of every group. */
  readonly groups: readonly string[];
  /**
   * Prepares this many messages while the apps run.
   * @returns a function that publishes the messages, for which the apps need not run
   */
  readonly prepare: (count: number) => Promise<() => Promise<unknown>>;
  /** Returns the number of messages that are not committed yet. */
  readonly lag: () => Promise<number>;
}

/** Events for the receivers of accounts 1 to `receivers`, one each. */
export const sendLoad = (stack: LoadedStack, receivers: number): HeldLoad => ({
  app: 'webhook-sender',
  groups: ['webhook-sender.events', 'webhook-sender.attempts', 'webhook-sender.retries'],
  prepare: async (count) => () => publishEvents(stack, { count, accountOf: (index) => 1 + (index % receivers) }),
  // in this order: a message that leaves the first has already reached the second
  lag: async () =>
    (await lagOf(stack, 'webhook-sender.events', TOPICS.events.name)) +
    (await lagOf(stack, 'webhook-sender.attempts', TOPICS.deliveryAttempts.name)) +
    (await overflowOf(stack)),
});

/** Counts attempts in the overflow table, whose offsets are committed. Commits before 1.0.0-rc.2 use another table name. */
async function overflowOf({ database }: LoadedStack): Promise<number> {
  const named = `SELECT coalesce(to_regclass('delivery_overflow'), to_regclass('delivery_backlog'))::text AS name`;
  const [found] = (await database.query<{ name: string }>(named)).rows;
  const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${found!.name}`);
  return rows[0]?.count ?? 0;
}

/**
 * Scans of parcels whose records were taken.
 * @param name the beginning of their tracking numbers; two loads of a stack must not share it
 */
export function decideLoad(stack: BenchStack, name: string): HeldLoad {
  let lots = 0;
  const lag = (topic: 'records' | 'scans') => (): Promise<number> => lagOf(stack, 'event-builder', TOPICS[topic].name);
  return {
    app: 'event-builder',
    groups: ['event-builder'],
    prepare: async (count) => {
      const lot: Lot = { name: `${name}${lots++}`, count: Math.ceil(count / SCANS_PER_PARCEL), endMs: Date.now() };
      await publishAll(stack, TOPICS.records.name, recordsOf(lot));
      await untilNone(lag('records'));
      return () => publishAll(stack, TOPICS.scans.name, scansOf(lot));
    },
    lag: lag('scans'),
  };
}

/** A process of an app, whoever started it. */
export interface RunningApp {
  readonly child: { readonly pid: number };
}

export interface Drained {
  readonly perSecond: number;
  readonly seconds: number;
  readonly usage: ReadonlyMap<string, Usage>;
}

/**
 * Measures how fast these processes of one app handle the messages. The processes are suspended while the messages are published, for less
 * than their session time-outs.
 */
export async function drain(
  stack: LoadedStack,
  load: HeldLoad,
  { apps, count }: { apps: readonly RunningApp[]; count: number },
): Promise<Drained> {
  const publish = await load.prepare(count);
  const tell = (signal: NodeJS.Signals): void => apps.forEach(({ child }) => process.kill(child.pid, signal));
  tell('SIGSTOP');
  await publish().finally(() => tell('SIGCONT'));
  let seconds = 0;
  const usage = await measureParts(stack.parts, async () => {
    const startedMs = performance.now();
    await untilNone(load.lag);
    seconds = (performance.now() - startedMs) / 1000;
  });
  return { perSecond: count / seconds, seconds, usage };
}

/** Starts processes of the app and waits until each has its share of the partitions and no earlier work is left. */
export async function startTeam(
  stack: BenchStack,
  load: HeldLoad,
  { size, settings }: { size: number; settings: Record<string, string> },
): Promise<BenchApp[]> {
  const apps: BenchApp[] = [];
  for (let number = 0; number < size; number++) apps.push(await stack.startApp(load.app, { LOG_LEVEL: 'warn', ...settings }));
  await untilNone(async () => size * load.groups.length - (await membersOf(stack, load.groups)));
  await untilNone(load.lag);
  return apps;
}

/** Counts the members of groups that have settled. */
async function membersOf({ admin, topicPrefix }: BenchStack, groups: readonly string[]): Promise<number> {
  const described = await admin.describeGroups(groups.map((group) => topicPrefix + group));
  return described.filter(({ isStable }) => isStable).reduce((sum, { members }) => sum + members, 0);
}
