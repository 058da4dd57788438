// The chart on a real node: installed by its README, tested, upgraded and rolled back under load, a pod drained in the middle of its work.
import { Client } from 'pg';
import { reap } from '../../scripts/stack/reap.js';
import { startReaper } from '../../scripts/stack/reaper.js';
import { createRunFolder } from '../../scripts/stack/run-folder.js';
import { waitFor } from '../support/wait-for.js';
import { drainUnderWork } from './drain.js';
import { CHART, Installation, NAMESPACE, RELEASE } from './installation.js';
import { helm, kubectl } from './shell.js';
import { openSite, type Site } from './site.js';
import { changeUnderLoad } from './under-load.js';
import { createReceiver } from './api.js';
import { Traffic } from './traffic.js';

const ACCOUNT = 7;
const DEPLOYMENTS = ['token-api', 'event-builder', 'webhook-sender'];

const [hosts = '', first = '', second = ''] = process.argv.slice(2);
const folder = createRunFolder();
const reaper = startReaper(folder);
const startedMs = Date.now();
try {
  await runAll(await step('broker, database and receiver outside of the cluster', () => openSite(folder, hosts)));
  say(`passed in ${seconds(startedMs)}`);
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  await tellState();
  process.exitCode = 1;
} finally {
  await reap(folder);
  reaper.dismiss();
}
process.exit();

async function runAll(site: Site): Promise<void> {
  const installation = Installation.open(site, folder.path);
  const database = new Client({ connectionString: site.databaseUrl });
  database.on('error', () => undefined); // it is ended together with the database when a step has failed
  await database.connect();
  const notes = await step('helm install and helm test, as the README says', () => installation.install(first));
  assert(notes.includes('answered 204'), `helm test sent no webhook:\n${notes}`);
  assert(site.receiver.heardOn('/helm-test').length === 1, 'the receiver did not hear the test webhook once');
  await step('all pods are ready under the profile "restricted"', ready);
  const receiverId = await step('a customer: account, token, receiver', () => createReceiver(ACCOUNT, `${site.receiver.url}/parcels`));
  await step('scans published become webhooks', () => oneParcel(site));
  const perParcel = site.receiver.heardOn('/parcels').length;
  const load = { site, database, account: ACCOUNT, path: '/parcels', perParcel };
  await step('helm upgrade under load loses nothing', () =>
    changeUnderLoad(load, () =>
      helm('upgrade', RELEASE, CHART, '-n', NAMESPACE, '--wait', '--timeout', '5m', ...installation.valueArgs(second)),
    ),
  );
  await step('helm rollback under load loses nothing', () =>
    changeUnderLoad(load, () => helm('rollback', RELEASE, '1', '-n', NAMESPACE, '--wait', '--timeout', '5m')),
  );
  await step('a drained pod finishes its work', () => drainUnderWork({ ...load, receiverId }));
  await step('helm uninstall leaves no pod', uninstall);
  await database.end();
  site.receiver.close();
}

async function ready(): Promise<void> {
  for (const name of DEPLOYMENTS) {
    await kubectl('-n', NAMESPACE, 'rollout', 'status', `deployment/${RELEASE}-parcel-event-webhooks-${name}`, '--timeout', '120s');
  }
}

async function oneParcel(site: Site): Promise<void> {
  const traffic = await Traffic.open(site.kafkaBrokers, ACCOUNT);
  await traffic.tellParcel();
  await traffic.stop();
  await waitFor(() => site.receiver.heardOn('/parcels').some(({ event }) => event === 'onDelivered'), {
    timeoutMs: 30_000,
    what: 'the last webhook of one parcel',
  });
}

async function uninstall(): Promise<void> {
  await helm('uninstall', RELEASE, '-n', NAMESPACE, '--wait', '--timeout', '2m');
  const apps = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component in (${DEPLOYMENTS.join()})`;
  await kubectl('-n', NAMESPACE, 'wait', '--for=delete', 'pod', '-l', apps, '--timeout', '90s');
}

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const sinceMs = Date.now();
  try {
    const result = await work();
    say(
      `ok ${seconds(sinceMs).padStart(8)}  ${title}${typeof result === 'string' && result.length < 200 && result !== '' ? `: ${result}` : ''}`,
    );
    return result;
  } catch (error) {
    say(`FAILED after ${seconds(sinceMs)}: ${title}`);
    throw error;
  }
}

/** What one would look at first. */
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
