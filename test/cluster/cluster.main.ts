// Installs image and chart from a registry on a real node, following the chart's README, and evicts a pod while it works. Then it installs
// the previous commit, upgrades to this commit and rolls back, while twenty receivers get webhooks.
import { Client as Database } from 'pg';
import { reap } from '../../scripts/stack/reap.js';
import { startReaper } from '../../scripts/stack/reaper.js';
import { createRunFolder, type RunFolder } from '../../scripts/stack/run-folder.js';
import { breakBetween } from '../../scripts/stack/clone.js';
import { waitFor } from '../support/wait-for.js';
import { drainUnderWork } from './drain.js';
import { Installation, NAMESPACE, RELEASE } from './installation.js';
import { openConsole } from './console.js';
import { expectNoRestart } from './restarts.js';
import { openRegistry, type Version } from './registry.js';
import { helm, kubectl } from './shell.js';
import { openSite, type Site } from './site.js';
import { changeUnderLoad, type Client, type Load } from './under-load.js';
import { createReceiver } from './api.js';
import { Traffic } from './traffic.js';

const CUSTOMER: Client = { account: 7, path: '/parcels' };
const CLIENTS = Array.from({ length: 20 }, (_, index): Client => ({ account: 101 + index, path: `/clients/${101 + index}` }));
const DEPLOYMENTS = ['token-api', 'event-builder', 'webhook-sender'];
const APPS = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component in (${DEPLOYMENTS.join()})`;

const [hosts = '', program = '', images = '', nowRoot = '', nowTag = '', beforeRoot = '', beforeTag = ''] = process.argv.slice(2);
const [now, before]: Version[] = [
  { root: nowRoot, tag: nowTag },
  { root: beforeRoot, tag: beforeTag },
];
const startedMs = Date.now();
try {
  await inFolder(async (folder) => {
    await step('image and chart of both commits are in a registry', () =>
      openRegistry(folder, { program, images, versions: [now!, before!] }),
    );
    await onSite((site, path) => useAsTheReadmeSays(site, Installation.open(site, path, now!)));
    const isBreak = breakBetween(nowRoot, beforeRoot);
    if (isBreak !== undefined) say(`left out: upgrade and rollback. This commit is ${isBreak}`);
    else await onSite((site, path) => changeVersions(site, Installation.open(site, path, before!)));
  });
  say(`passed in ${seconds(startedMs)}`);
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
process.exit();

/** Runs the work on a site of its own, with an unused broker and database. */
function onSite(work: (site: Site, folder: string) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const site = await step('broker, database and receiver run outside of the cluster', () => openSite(folder, hosts));
    await work(site, folder.path).catch(async (error: unknown) => {
      await tellState();
      throw error;
    });
    await step('helm uninstall leaves no pod', uninstall);
    site.receiver.close();
  });
}

/** Runs the work in a folder; processes that the work starts end with it. */
async function inFolder(work: (folder: RunFolder) => Promise<void>): Promise<void> {
  const folder = createRunFolder();
  const reaper = startReaper(folder);
  try {
    await work(folder);
  } finally {
    await reap(folder);
    reaper.dismiss();
  }
}

async function useAsTheReadmeSays(site: Site, installation: Installation): Promise<void> {
  const notes = await phase('helm install and helm test, as the README says', () => installation.install());
  assert(notes.includes('answered 204'), `helm test sent no webhook:\n${notes}`);
  assert(site.receiver.heardOn('/helm-test').length === 1, 'the receiver did not hear the test webhook once');
  await phase('all pods are ready under the profile "restricted"', ready);
  await withClients(site, [CUSTOMER], async (load) => {
    await phase('the console opens through the Service of the chart', () => openConsole(CUSTOMER.account));
    await phase('a drained pod finishes its work', () => drainUnderWork({ ...load, client: CUSTOMER }));
  });
}

async function changeVersions(site: Site, installation: Installation): Promise<void> {
  await phase(`the commit before (${before!.tag}) is installed by its own README`, () => installation.install());
  await withClients(site, CLIENTS, async (load) => {
    await phase('helm upgrade to this commit under load loses and repeats nothing', () =>
      changeUnderLoad(load, () => replacingPods(() => installation.upgrade(now!))),
    );
    await phase('helm rollback under load loses and repeats nothing', () =>
      changeUnderLoad(load, () => replacingPods(() => helm('rollback', RELEASE, '1', '-n', NAMESPACE, '--wait', '--timeout', '5m'))),
    );
  });
}

async function withClients(site: Site, clients: readonly Client[], work: (load: Load) => Promise<void>): Promise<void> {
  const database = new Database({ connectionString: site.databaseUrl });
  database.on('error', () => undefined); // The connection ends together with the database when a step has failed.
  await database.connect();
  await phase(`${clients.length} clients, each with account, token and receiver`, async () => {
    for (const { account, path } of clients) await createReceiver(account, site.receiver.url + path); // One by one, because each call starts a program in the pod of token-api.
  });
  await phase('published scans become webhooks', async () => {
    await Promise.all(clients.map((client) => oneParcel(site, client)));
  });
  const perParcel = site.receiver.heardOn(clients[0]!.path).length;
  await work({ site, database, clients, perParcel });
  await database.end();
}

async function ready(): Promise<void> {
  for (const name of DEPLOYMENTS) {
    await kubectl('-n', NAMESPACE, 'rollout', 'status', `deployment/${RELEASE}-parcel-event-webhooks-${name}`, '--timeout', '120s');
  }
}

async function oneParcel(site: Site, { account, path }: Client): Promise<void> {
  const traffic = await Traffic.open(site.kafkaBrokers, account);
  await traffic.tellParcel();
  await traffic.stop();
  await waitFor(() => site.receiver.heardOn(path).some(({ event }) => event === 'onDelivered'), {
    what: `the last webhook of one parcel of account ${account}`,
  });
}

/** Runs the work and waits for the old pods too, because Helm waits only for the new pods and the old ones must also end under load. */
async function replacingPods(work: () => Promise<unknown>): Promise<void> {
  const pods = (await kubectl('-n', NAMESPACE, 'get', 'pods', '-l', APPS, '-o', 'name')).trim().split('\n');
  await work();
  await kubectl('-n', NAMESPACE, 'wait', '--for=delete', ...pods, '--timeout', '60s');
}

async function uninstall(): Promise<void> {
  await helm('uninstall', RELEASE, '-n', NAMESPACE, '--wait', '--timeout', '2m');
  await kubectl('-n', NAMESPACE, 'wait', '--for=delete', 'pod', '-l', APPS, '--timeout', '90s');
  await kubectl('delete', 'namespace', NAMESPACE, '--timeout', '90s');
}

/** Runs a step. Afterwards no container may have ended by itself. */
function phase<T>(title: string, work: () => Promise<T>): Promise<T> {
  return step(title, async () => {
    const result = await work();
    await expectNoRestart();
    return result;
  });
}

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const sinceMs = Date.now();
  try {
    const result = await work();
    say(
      `ok ${seconds(sinceMs).padStart(8)}  ${title}${typeof result === 'string' && result.length < 300 && result !== '' ? `: ${result}` : ''}`,
    );
    return result;
  } catch (error) {
    say(`FAILED after ${seconds(sinceMs)}: ${title}`);
    throw error;
  }
}

/** Prints what a person would look at first. */
async function tellState(): Promise<void> {
  const looks = [
    ['-n', NAMESPACE, 'get', 'pods,jobs', '-o', 'wide'],
    ['-n', NAMESPACE, 'get', 'events', '--sort-by', '.lastTimestamp'],
    ['-n', NAMESPACE, 'logs', '--selector', `app.kubernetes.io/instance=${RELEASE}`, '--all-containers', '--tail', '20', '--prefix'],
  ];
  for (const look of looks) await kubectl(...look).then(say, (error: Error) => say(error.message));
}

function assert(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(sinceMs: number): string {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
