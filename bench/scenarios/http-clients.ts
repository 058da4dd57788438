import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Client, CLIENTS, type Target } from '../http-clients/clients.js';
import { postAll, type Posts } from '../http-clients/post-all.js';
import { median, round } from '../support/percentiles.js';
import type { BareScenario, Result } from '../support/scenario.js';

const ROUNDS = 5;
const POSTS = 10_000;
const CONNECTIONS = 64;
const BODY = JSON.stringify({ event: 'onDelivered', padding: 'x'.repeat(1_450) });

/** Compares the clients behind the choice in webhook.client.ts (docs/decisions/0005), in turn in one run. */
export const httpClients: BareScenario = {
  what: `four HTTP clients over one sink with ${CONNECTIONS} verified TLS connections`,
  isBare: true,
  run: async () => {
    const sink = fork(join(import.meta.dirname, '..', 'http-clients', 'sink.main.js'));
    const [address] = (await once(sink, 'message')) as [Pick<Target, 'url' | 'ca'>];
    const clients = CLIENTS.map((create) => create({ ...address, connections: CONNECTIONS }));
    const results = new Map<string, Posts[]>(clients.map(({ name }) => [name, []]));
    for (const client of clients) await measure(client, POSTS / 5); // warm-up: opens connections, compiles code
    for (let turn = 0; turn < ROUNDS; turn++) {
      for (const client of clients) results.get(client.name)?.push(await measure(client, POSTS));
    }
    await Promise.all(clients.map((client) => client.close()));
    sink.disconnect();
    return toResult(results);
  },
};

const measure = (client: Client, posts: number): Promise<Posts> => postAll(client, { posts, body: BODY, connections: CONNECTIONS });

function toResult(results: ReadonlyMap<string, readonly Posts[]>): Result {
  const all = [...results].map(([name, measured]) => ({
    name,
    rates: measured.map(({ perSecond }) => perSecond),
    cpu: median(measured.map(({ cpuSeconds }) => cpuSeconds)),
  }));
  const fastest = Math.max(...all.map(({ rates }) => median(rates)));
  return {
    title: `HTTP clients: POSTs/s of 1.5 KB over ${CONNECTIONS} verified TLS connections to one sink, medians of ${ROUNDS} alternating rounds of ${POSTS}`,
    rows: all.map(({ name, rates, cpu }) => ({
      client: name,
      'POSTs/s': round(median(rates)),
      spread: `${round(Math.min(...rates))}–${round(Math.max(...rates))}`,
      'of the fastest': round(median(rates) / fastest),
      'CPU s per 10,000': round(cpu),
    })),
    notes: ['CPU is that of the client alone; the sink is a process of its own on the same machine'],
    figures: all.map(({ name, rates }) => ({ name, rounds: rates, unit: '/s' })),
    charts: [
      {
        name: 'http-clients',
        title: `POSTs per second, one process, ${CONNECTIONS} connections`,
        unit: '/s',
        bars: all.map(({ name, rates }) => ({ label: name, rounds: rates })),
      },
    ],
  };
}
