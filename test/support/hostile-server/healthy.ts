import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerIdentity } from '../../../scripts/stack/certificates.js';
import { type HttpClient, newReceiverId, webhookTo } from './http-client.js';

/** A receiver that answers each POST at once. */
export interface Healthy {
  readonly port: number;
  /**
   * POSTs to the receiver from now on with each client, one request after another. @returns a function that ends the POSTs and returns
   * those that were not accepted
   */
  readonly postBy: (clients: readonly HttpClient[]) => () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

const EVERY_MS = 20;
const LIMIT_MS = 60_000;

export async function startHealthy(identity: ServerIdentity): Promise<Healthy> {
  const server = createServer(identity, (_, response) => void response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    postBy: (clients) => {
      const end = new AbortController();
      const posting = clients.map((client) => postUntil(end.signal, client, port));
      return async () => {
        end.abort();
        return (await Promise.all(posting)).flat();
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function postUntil(end: AbortSignal, { webhooks }: HttpClient, port: number): Promise<string[]> {
  const refused: string[] = [];
  const receiverId = newReceiverId();
  while (!end.aborted) {
    const { outcome } = await webhooks.post(webhookTo(receiverId, port, LIMIT_MS));
    if (outcome.kind !== 'accepted') refused.push(`${outcome.kind}: ${outcome.detail ?? ''}`);
    await pause(EVERY_MS);
  }
  return refused;
}
