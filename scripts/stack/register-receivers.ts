import axios, { type AxiosInstance } from 'axios';
import { type Connection } from './connection-file.js';
import { DEMO_RECEIVERS, type DemoReceiver, type DemoServer, pathOf } from './demo-receivers.js';
import { StackError } from './stack-error.js';

interface KnownReceiver {
  readonly receiverId: string;
  readonly url: string;
}

/** Makes the demo receivers known through the API. Those of an earlier start of the same --data are told their new address. */
export async function registerReceivers(connection: Connection, server: DemoServer): Promise<void> {
  const { apiUrl, account, token } = connection;
  const client = axios.create({
    baseURL: apiUrl,
    headers: { user: String(account), token },
    proxy: false,
    validateStatus: () => true,
    timeout: 10_000,
  });
  const known = await listReceivers(client);
  await Promise.all(DEMO_RECEIVERS.map((receiver) => register(client, toWish(receiver, server), known.find(isOf(receiver)))));
}

async function listReceivers(client: AxiosInstance): Promise<readonly KnownReceiver[]> {
  const { status, data: body } = await client.get<{ receivers: KnownReceiver[] }>('/receivers');
  if (status !== 200) throw new StackError(`the API answered ${status} to GET /receivers: ${JSON.stringify(body)}`);
  return body.receivers;
}

async function register(client: AxiosInstance, wish: object, known: KnownReceiver | undefined): Promise<void> {
  const { status, data: body } = known
    ? await client.patch<unknown>(`/receivers/${known.receiverId}`, wish)
    : await client.post<unknown>('/receivers', wish);
  if (status >= 300) throw new StackError(`the API answered ${status} to a demo receiver: ${JSON.stringify(body)}`);
}

function toWish(receiver: DemoReceiver, server: DemoServer): object {
  const { format, events, queryParameters } = receiver;
  return { url: server.urlOf(receiver), format, events, queryParameters, enabled: true };
}

function isOf({ name }: DemoReceiver): (known: KnownReceiver) => boolean {
  return ({ url }) => new URL(url).hostname === '127.0.0.1' && new URL(url).pathname === pathOf(name);
}
