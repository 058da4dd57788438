import { type ApiCall, apiCaller } from '#libs/command-line';
import { collectReceptions, type DemoServer, linkToConsole, type Receptions, runDemo, type Screen, startDemoServer } from '#libs/demo';
import { type StartOptions } from '../prepare/start-options.mjs';
import { type Timings } from '../prepare/timings.mjs';
import { type AppName, APPS, stackEnvironment, topicPrefix } from './app-environment.js';
import { type StartedApp, startApp } from './apps.js';
import { readCallersCa, writeCaBundle } from './ca-bundle.js';
import { checkCallerSettings } from './caller-settings.js';
import { createAuthority } from './certificates.js';
import { claimConnectionFile, type Connection } from './connection-file.js';
import { type DataFolder } from './data-folder.js';
import { type EndedParts } from './ended-parts.js';
import { type Server, useBroker, useDatabase } from './infrastructure.js';
import { type MailSink, startMailSink } from './mail-sink.js';
import { nextStepLines } from './next-steps.js';
import { registerMailTarget } from './register-mail-target.js';
import { runCommand } from './run-command.js';
import { type RunFolder } from './run-folder.js';
import { StackError } from './stack-error.js';
import { superviseAll } from './supervise-all.js';
import { timingLines } from './timing-lines.js';
import { watchSources } from './watch-sources.js';

export interface StackContext {
  readonly options: StartOptions;
  readonly run: RunFolder;
  readonly screen: Screen;
  readonly kept: DataFolder;
  readonly caller: NodeJS.ProcessEnv;
  readonly timings: Timings;
  readonly ended: EndedParts;
  /** Installs the packages that the first webhook did not need, and builds the console's page if it is out of date. */
  readonly preparePage: () => Promise<void>;
}

interface Demo {
  readonly server: DemoServer;
  readonly receptions: Receptions;
  readonly caFile: string;
  /** undefined = the caller has a mail server. */
  readonly mailSink: MailSink | undefined;
}

interface Ground {
  readonly broker: Server;
  readonly database: Server;
  readonly token: string;
}

const ACCOUNT = 1;

/** Starts everything, runs the demonstration, and stays until it is stopped. With --once it returns the exit code. */
export async function runStack(context: StackContext): Promise<number> {
  const { options, run, screen, caller, timings, ended } = context;
  await checkCallerSettings(caller);
  const callersCa = readCallersCa(caller.EXTRA_CA_FILE);
  const connectionFile = claimConnectionFile(run, options.connectionFile);
  screen.heading('Starting');
  const [ground, demo] = await Promise.all([prepareGround(context), options.noDemo ? undefined : prepareDemo(context, callersCa)]);
  const apps = await startApps(context, ground, demo);
  const base = connectionOf(context, ground, apps);
  const pids = superviseAll({
    run,
    screen,
    apps,
    servers: [ground.broker, ground.database],
    ended,
    onChange: (now) => connectionFile.write({ ...base, pids: now }),
  });
  const connection = { ...base, pids: pids() };
  connectionFile.write(connection);
  if (options.once) connectionFile.publish(); // nothing waits for the end of this run
  const page = demo && !options.once ? buildPageBeside(demo.receptions.first, context) : undefined;
  const outcome = demo && (await demonstrate(context, connection, { ...demo, isFirst: isEmptyAtStart(ground, context) }));
  await page?.();
  if (options.timings) timingLines(timings.steps).forEach((line) => screen.line(line));
  if (options.once) return outcome?.isComplete && ended.lines().length === 0 ? 0 : 1;
  if (options.watch) watchSources(run, screen);
  const places = { logs: run.logs, console: await linkToConsole(callerOf(connection), connection.apiUrl) };
  connectionFile.publish();
  nextStepLines(connection, places, outcome?.samples ?? []).forEach((line) => screen.line(line));
  return new Promise(() => undefined);
}

type Shown = Pick<Demo, 'server' | 'receptions'> & { readonly isFirst: boolean };

async function demonstrate({ screen, timings, caller }: StackContext, connection: Connection, demo: Shown): ReturnType<typeof runDemo> {
  const { account, kafkaBrokers, topicPrefix: prefix } = connection;
  const call = callerOf(connection);
  await registerMailTarget(call);
  const env = { ...caller, KAFKA_BROKERS: kafkaBrokers, TOPIC_PREFIX: prefix };
  return runDemo({ ...demo, call, account, env, screen, measure: (title, part) => timings.measure(title, part), awaitsRetries: true });
}

const callerOf = ({ apiUrl: api, account: user, token }: Connection): ApiCall => apiCaller({ api, user, token });

/** Prepares the page after the first webhook, because it would delay that webhook. @returns waits for the page; without a webhook, builds it now */
function buildPageBeside(firstWebhook: Promise<void>, { preparePage }: StackContext): () => Promise<void> {
  let building: Promise<void> | undefined;
  const build = (): Promise<void> => (building ??= preparePage());
  void firstWebhook.then(build).catch(() => undefined); // an error is reported when the page is awaited
  return () =>
    build().catch((error: Error) => {
      throw new StackError(error.message);
    });
}

/** Prepares the broker with topics and, at the same time, the database with tables and a token. */
async function prepareGround(context: StackContext): Promise<Ground> {
  const [broker, { database, token }] = await Promise.all([prepareBroker(context), prepareDatabase(context)]);
  return { broker, database, token };
}

async function prepareBroker({ run, kept, caller, screen, timings }: StackContext): Promise<Server> {
  const startedMs = Date.now();
  const broker = await timings.measure('starting the broker', () => useBroker(caller, { run, keepIn: kept.path }));
  screen.step(`broker      ${broker.address}${broker.embedded ? '' : '  (KAFKA_BROKERS)'}`, Date.now() - startedMs);
  const environment = { ...caller, KAFKA_BROKERS: broker.address, TOPIC_PREFIX: topicPrefix(caller) };
  await timings.measure('creating the topics', () => runCommand('topics', [], environment));
  screen.step('topics      ready', Date.now() - startedMs);
  return broker;
}

async function prepareDatabase({ run, kept, caller, screen, timings }: StackContext): Promise<{ database: Server; token: string }> {
  const startedMs = Date.now();
  const database = await timings.measure('starting the database', () => useDatabase(caller, { run, keepIn: kept.path }));
  screen.step(`database    ${withoutPassword(database.address)}${database.embedded ? '' : '  (DATABASE_URL)'}`, Date.now() - startedMs);
  const environment = { ...caller, DATABASE_URL: database.address };
  await timings.measure('creating the tables', () => runCommand('migrate', [], environment));
  screen.step('tables      ready', Date.now() - startedMs);
  const args = ['--user', String(ACCOUNT), '--scope', 'generate', '--note', 'local stack', '--create-account'];
  const output = await timings.measure('creating a token', () => runCommand('token:create', args, environment));
  const { token } = JSON.parse(output) as { token: string };
  return { database, token };
}

async function prepareDemo({ run, screen, caller }: StackContext, callersCa: string | undefined): Promise<Demo> {
  const authority = await createAuthority('Demonstration CA of the local stack');
  const receptions = collectReceptions(screen);
  const server = await startDemoServer({ identity: await authority.issue(), onReception: (reception) => receptions.add(reception) });
  const mailSink = (caller.SMTP_URL ?? '') === '' ? await startMailSink(screen) : undefined;
  return { server, receptions, caFile: writeCaBundle(run, [authority.certificatePem, callersCa]), mailSink };
}

async function startApps(
  { run, screen, kept, caller, options, timings }: StackContext,
  ground: Ground,
  demo: Demo | undefined,
): Promise<StartedApp[]> {
  const startedMs = Date.now();
  const environment = stackEnvironment({
    caller,
    kafkaBrokers: ground.broker.address,
    databaseUrl: ground.database.address,
    secretsKey: kept.secretsKey,
    demo: !options.noDemo,
    caFile: demo?.caFile,
    mailSink: demo?.mailSink?.url,
  });
  const start = (name: AppName): Promise<StartedApp> =>
    timings.measure(`starting ${name}`, () => startApp({ run, screen, environment, watch: options.watch }, name));
  const apps = await Promise.all(APPS.map(start));
  screen.step(`apps        ${APPS.join(', ')}`, Date.now() - startedMs);
  return apps;
}

function connectionOf(
  { caller }: StackContext,
  { broker, database, token }: Ground,
  apps: readonly StartedApp[],
): Omit<Connection, 'pids'> {
  return {
    apiUrl: apps.find(({ name }) => name === 'token-api')?.url ?? '',
    account: ACCOUNT,
    token,
    kafkaBrokers: broker.address,
    databaseUrl: database.address,
    topicPrefix: topicPrefix(caller),
    metricsUrls: Object.fromEntries(apps.map(({ name, internalUrl }) => [name, `${internalUrl}/metrics`])),
  };
}

function isEmptyAtStart({ broker, database }: Ground, { kept }: StackContext): boolean {
  return kept.path === undefined && broker.embedded !== undefined && database.embedded !== undefined;
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password !== '') url.password = '…';
  return url.href.replace('%E2%80%A6', '…');
}
