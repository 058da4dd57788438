import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { apiClient, type components } from '#libs/api-client';
import { type Connection } from '../stack/connection-file.js';

export interface BadReceivers {
  readonly close: () => void;
}

const TIMEOUT_MS = 1000;

/** Adds two failing receivers, so that panels about retries, the overflow table and circuits have data. */
export async function addBadReceivers({ apiUrl, account, token }: Connection): Promise<BadReceivers> {
  const client = apiClient({ baseUrl: apiUrl, credentials: { user: account, token } });
  const add = async (body: components['schemas']['CreateReceiver']): Promise<void> => {
    const { error } = await client.POST('/receivers', { body });
    if (error) throw new Error(`the API refused a receiver: ${JSON.stringify(error)}`);
  };
  const silent = await listenInSilence();
  await add({ url: `https://127.0.0.1:${silent.port}/hangs`, events: ['onDelivered'], timeoutMs: TIMEOUT_MS });
  await add({ url: `https://127.0.0.1:${await closedPort()}/refuses`, events: ['onReturn'] });
  return silent;
}

/** Accepts connections and never answers: each POST times out. */
async function listenInSilence(): Promise<BadReceivers & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function closedPort(): Promise<number> {
  const { port, close } = await listenInSilence();
  close();
  return port;
}
