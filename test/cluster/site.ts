// The services that a cluster finds outside: a broker, a database, a customer's receiver. All of them use the node's address.
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { startBroker } from '../../scripts/stack/broker.js';
import { createAuthority } from '../../scripts/stack/certificates.js';
import { startDatabase } from '../../scripts/stack/database.js';
import type { RunFolder } from '../../scripts/stack/run-folder.js';

/** The node's address in the cluster kit. */
const NODE = '192.168.77.1';
const RECEIVER_NAME = 'hooks.customer.test';

export interface Arrival {
  readonly path: string;
  readonly eventid: string;
  readonly event: string;
  readonly atMs: number;
  /** Address of the pod that sent the request. */
  readonly from: string | undefined;
}

export interface Site {
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  readonly caFile: string;
  readonly receiver: CustomerReceiver;
}

/** An HTTPS server that answers 204, at once or after the delay it was given. */
export class CustomerReceiver {
  readonly arrivals: Arrival[] = [];
  delayMs = 0;

  constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  heardOn(path: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.path === path);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** @param hosts the cluster kit's file of names that pods resolve */
export async function openSite(folder: RunFolder, hosts: string): Promise<Site> {
  const placement = { run: folder, host: NODE };
  const [broker, database, authority] = await Promise.all([
    startBroker(placement),
    startDatabase(placement),
    createAuthority('Customer CA'),
  ]);
  const caFile = join(folder.path, 'ca.crt');
  writeFileSync(caFile, authority.certificatePem);
  appendFileSync(hosts, `${NODE} ${RECEIVER_NAME}\n`);
  const receiver = await openReceiver(await authority.issue({ names: [RECEIVER_NAME] }));
  return { kafkaBrokers: broker.address, databaseUrl: database.address, caFile, receiver };
}

async function openReceiver(identity: { key: string; cert: string }): Promise<CustomerReceiver> {
  const server = createServer(identity);
  await new Promise<void>((resolve) => server.listen(0, NODE, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver = new CustomerReceiver(server, `https://${RECEIVER_NAME}:${port}`);
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { eventid, event } = JSON.parse(Buffer.concat(chunks).toString()) as { eventid: string; event: string };
      receiver.arrivals.push({ path: request.url ?? '/', eventid, event, atMs: Date.now(), from: request.socket.remoteAddress });
      setTimeout(() => response.writeHead(204).end(), receiver.delayMs);
    });
  });
  return receiver;
}
