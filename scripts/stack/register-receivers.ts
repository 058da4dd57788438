import { type ApiClient, apiClient, type components } from '#libs/api-client';
import { type Connection } from './connection-file.js';
import { DEMO_RECEIVERS, type DemoReceiver, type DemoServer, pathOf } from './demo-receivers.js';
import { StackError } from './stack-error.js';

type KnownReceiver = components['schemas']['Receiver'];
type Options = components['schemas']['CreateReceiver'];

/** Registers the demo receivers through the API. Receivers from an earlier start with the same --data get their new address. */
export async function registerReceivers(connection: Connection, server: DemoServer): Promise<void> {
  const { apiUrl, account, token } = connection;
  const client = apiClient({ baseUrl: apiUrl, credentials: { user: account, token } });
  const known = await listReceivers(client);
  await Promise.all(DEMO_RECEIVERS.map((receiver) => register(client, toOptions(receiver, server), known.find(isOf(receiver)))));
  await registerMailTarget(client);
}

/** A first mail asks for a confirmation. Without mail, or with the target of an earlier start, nothing is to do. */
async function registerMailTarget(client: ApiClient): Promise<void> {
  const { data: body } = await client.GET('/notification-targets', { signal: within() });
  if (!body || body.missingSettings !== null || body.targets.length > 0) return;
  const { error, response } = await client.POST('/notification-targets', {
    body: { kind: 'email', address: 'you@localhost.example', name: 'You' },
    signal: within(),
  });
  if (error) throw new StackError(`the API answered ${response.status} to a demo mail address: ${JSON.stringify(error)}`);
}

async function listReceivers(client: ApiClient): Promise<readonly KnownReceiver[]> {
  const { data: body, error, response } = await client.GET('/receivers', { signal: within() });
  if (!body) throw new StackError(`the API answered ${response.status} to GET /receivers: ${JSON.stringify(error)}`);
  return body.receivers;
}

async function register(client: ApiClient, options: Options, known: KnownReceiver | undefined): Promise<void> {
  const { error, response } = known
    ? await client.PATCH('/receivers/{receiverId}', {
        params: { path: { receiverId: known.receiverId } },
        body: options,
        signal: within(),
      })
    : await client.POST('/receivers', { body: options, signal: within() });
  if (error) throw new StackError(`the API answered ${response.status} to a demo receiver: ${JSON.stringify(error)}`);
}

const ANSWER_WITHIN_MS = 10_000;
const within = (): AbortSignal => AbortSignal.timeout(ANSWER_WITHIN_MS);

function toOptions(receiver: DemoReceiver, server: DemoServer): Options {
  const { name, what, format, events, queryParameters } = receiver;
  return {
    url: server.urlOf(receiver),
    name,
    description: what,
    format,
    events: [...events],
    queryParameters: [...queryParameters],
    enabled: true,
  };
}

function isOf({ name }: DemoReceiver): (known: KnownReceiver) => boolean {
  return ({ url }) => new URL(url).hostname === '127.0.0.1' && new URL(url).pathname === pathOf(name);
}
