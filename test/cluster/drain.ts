// A pod is evicted, as by `kubectl drain`, while each of its POSTs takes longer than the eviction.
import { waitFor } from '../support/wait-for.js';
import { NAMESPACE } from './installation.js';
import { kubectl, must } from './shell.js';
import { Traffic } from './traffic.js';
import { type Client, closeBooks, type Load, openBooks } from './under-load.js';

const SLOW_MS = 4_000;
const PARCELS = 20;
const SENDERS = ['-l', 'app.kubernetes.io/component=webhook-sender', '-o', 'name'];

export async function drainUnderWork(load: Load & { readonly client: Client }): Promise<string> {
  const { site, client } = load;
  const { receiver, kafkaBrokers } = site;
  const opened = await openBooks(load);
  const heardBefore = receiver.heardOn(client.path).length;
  receiver.delayMs = SLOW_MS;
  const traffic = await Traffic.open(kafkaBrokers, client.account);
  await Promise.all(Array.from({ length: PARCELS }, () => traffic.tellParcel()));
  await waitFor(() => receiver.heardOn(client.path).length > heardBefore, { what: 'a POST in flight' });
  const pods = (await kubectl('-n', NAMESPACE, 'get', 'pods', ...SENDERS)).trim().split('\n');
  const evictedMs = Date.now();
  await Promise.all(pods.slice(0, 1).map(evict)); // the budget allows one at a time
  await kubectl('-n', NAMESPACE, 'wait', '--for=delete', pods[0] ?? '', '--timeout', '60s');
  const goneMs = Date.now() - evictedMs;
  receiver.delayMs = 0;
  await traffic.stop();
  return `gone after ${(goneMs / 1000).toFixed(1)} s; ${await closeBooks(load, opened, [traffic])}`;
}

async function evict(pod: string): Promise<void> {
  const name = pod.replace('pod/', '');
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
  await must('kubectl', ['create', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, '-f', '-'], JSON.stringify(eviction));
}
