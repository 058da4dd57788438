// The receivers of a measurement, in their own process: the first part of the path sets their behaviour, and arrivals are reported to the
// starter.
import { createServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { preciseNowMs } from './bench-clock.js';

/** [path, eventid, epoch ms with fractions] of each whole request. */
export type Arrival = readonly [string, string, number];

/** The requests to one group of paths: `/count/<group>/…`. */
export interface Counted {
  readonly group: string;
  readonly requests: number;
  /** When the last request came, epoch ms. */
  readonly lastMs: number;
}

export interface Told {
  readonly arrivals: readonly Arrival[];
  readonly counted: readonly Counted[];
}

/** Behaviours that read no body, and their statuses: the receiver must not use the measured cores. */
const CHEAP: Readonly<Record<string, number>> = { count: 200, refuse: 503 };
const TELL_EVERY_MS = 100;
const SLOW_MS = 1000;
const EVENTID = /"eventid":"([^"]+)"/;
let arrivals: Arrival[] = [];
const counted = new Map<string, Counted>();

process.once('message', (identity: ServerOptions) => {
  const server = createServer(identity, (request, response) => {
    const [, behaviour = '', group = ''] = request.url?.split('/') ?? [];
    const status = CHEAP[behaviour];
    if (status !== undefined) return count(request, response, { group, status });
    return void receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  setInterval(tell, TELL_EVERY_MS);
});
process.on('disconnect', () => process.exit(0));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const atMs = preciseNowMs();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = request.url ?? '/';
  arrivals.push([path, EVENTID.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '', atMs]);
  answer(path.split('/')[1] ?? '', response);
}

function count(request: IncomingMessage, response: ServerResponse, { group, status }: { group: string; status: number }): void {
  request.resume().on('end', () => {
    counted.set(group, { group, requests: (counted.get(group)?.requests ?? 0) + 1, lastMs: preciseNowMs() });
    response.writeHead(status).end();
  });
}

function answer(behaviour: string, response: ServerResponse): void {
  switch (behaviour) {
    case 'hang':
      return;
    case 'slow':
      setTimeout(() => response.writeHead(200).end(), SLOW_MS);
      return;
    case 'drip':
      response.writeHead(200);
      setInterval(() => response.write('.'), 200).unref();
      return;
    case 'error':
      response.writeHead(500).end();
      return;
    case 'redirect':
      response.writeHead(307, { location: 'https://127.0.0.1:1/' }).end();
      return;
    default:
      response.writeHead(200).end();
  }
}

function tell(): void {
  if (arrivals.length === 0 && counted.size === 0) return;
  const told: Told = { arrivals, counted: [...counted.values()] };
  process.send?.(told, undefined, undefined, () => undefined); // the starter may have closed the channel; then 'disconnect' follows
  arrivals = [];
  counted.clear();
}
