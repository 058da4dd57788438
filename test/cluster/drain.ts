// Evicts the pod that sends POSTs, as `kubectl drain` does, while each POST takes longer than the eviction.
import { waitFor } from '../support/wait-for.js';
import { NAMESPACE } from './installation.js';
import { kubectl, must } from './shell.js';
import { Traffic } from './traffic.js';
import { type Client, closeBooks, type Load, openBooks } from './under-load.js';

const SLOW_MS = 4_000;
const PARCELS = 20;

export async function drainUnderWork(load: Load & { readonly client: Client }): Promise<string> {
  const { site, client } = load;
  const { receiver, kafkaBrokers } = site;
  const opened = await openBooks(load);
  const heardBefore = receiver.heardOn(client.path).length;
  receiver.delayMs = SLOW_MS;
  const traffic = await Traffic.open(kafkaBrokers, client.account);
  await Promise.all(Array.from({ length: PARCELS }, () => traffic.tellParcel()));
  const { from = '' } = await waitFor(() => receiver.heardOn(client.path)[heardBefore], { what: 'a POST in flight' });
  const pod = await podAt(from);
  const evictedMs = Date.now();
  await evict(pod);
  await kubectl('-n', NAMESPACE, 'wait', '--for=delete', `pod/${pod}`, '--timeout', '60s');
  const goneMs = Date.now() - evictedMs;
  receiver.delayMs = 0;
  await traffic.stop();
  return `gone after ${(goneMs / 1000).toFixed(1)} s; ${await closeBooks(load, opened, [traffic])}`;
}

async function podAt(address: string): Promise<string> {
  const pod = await kubectl(
    '-n',
    NAMESPACE,
    'get',
    'pods',
    '--field-selector',
    `status.podIP=${address}`,
    '-o',
    'jsonpath={.items[*].metadata.name}',
  );
  if (!/^\S+$/.test(pod)) throw new Error(`the POST came from ${address}, which is the address of the pods "${pod}"`);
  return pod;
}

async function evict(name: string): Promise<void> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
  await must('kubectl', ['create', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, '-f', '-'], JSON.stringify(eviction));
}
