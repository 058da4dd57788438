// POSTs per second and CPU of four HTTP clients over the same sink, in turn in one run: compare the ratios, not the figures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Client, CLIENTS, type Target } from './clients.js';

const ROUNDS = 5;
const POSTS = 5_000;
const CONNECTIONS = 64;
const BODY = JSON.stringify({ event: 'onDelivered', padding: 'x'.repeat(1_450) });

interface Measured {
  readonly perSecond: number;
  /** CPU of this process, seconds per 10,000 POSTs. */
  readonly cpuSeconds: number;
}

async function measure(client: Client, posts: number): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  let left = posts;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await client.post(BODY);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: posts / seconds, cpuSeconds: ((user + system) / 1e6 / posts) * 10_000 };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const sink = fork(join(import.meta.dirname, 'sink.main.js'));
const [address] = (await once(sink, 'message')) as [Pick<Target, 'url' | 'ca'>];
const clients = CLIENTS.map((create) => create({ ...address, connections: CONNECTIONS }));
const results = new Map<string, Measured[]>(clients.map(({ name }) => [name, []]));
for (const client of clients) await measure(client, POSTS / 5); // warm-up: connections open, code compiled
for (let round = 0; round < ROUNDS; round++) {
  for (const client of clients) results.get(client.name)?.push(await measure(client, POSTS));
}
const fastest = median((results.get('undici Pool') ?? []).map(({ perSecond }) => perSecond));
console.log(`${ROUNDS} rounds of ${POSTS} POSTs of 1.5 KB over ${CONNECTIONS} verified TLS connections to one sink, medians\n`);
for (const [name, measured] of results) {
  const rates = measured.map(({ perSecond }) => perSecond);
  const [rate, cpu] = [median(rates), median(measured.map(({ cpuSeconds }) => cpuSeconds))];
  const spread = `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`;
  console.log(
    `${name.padEnd(24)} ${rate.toFixed(0).padStart(6)}/s (${spread})  × ${(rate / fastest).toFixed(2)}  ${cpu.toFixed(2)} CPU s per 10,000`,
  );
}
await Promise.all(clients.map((client) => client.close()));
sink.disconnect();
