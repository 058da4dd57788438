import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { EVENT_NAMES, type EventName, type ReferenceKey } from '#libs/contracts';

const HTTPS_PORT = 443;

export interface DemoReceiver {
  readonly name: string;
  readonly what: string;
  readonly format: 'plain' | 'cloudevents';
  readonly events: readonly EventName[];
  readonly queryParameters: readonly ReferenceKey[];
  /** The number of requests that the receiver answers with 503 before it works. */
  readonly failures: number;
}

export const DEMO_RECEIVERS: readonly DemoReceiver[] = [
  { name: 'shop', what: 'plain bodies, all events', format: 'plain', events: [], queryParameters: [], failures: 0 },
  {
    name: 'erp',
    what: 'CloudEvents, all events; answers 503 to its first three POSTs on purpose, to show retries',
    format: 'cloudevents',
    events: [],
    queryParameters: [],
    failures: 3,
  },
  {
    name: 'mailer',
    what: 'plain bodies, three events, with query parameters',
    format: 'plain',
    events: ['onPickupReady', 'onDelivered', 'onReturn'],
    queryParameters: ['courier', 'tracking_number'],
    failures: 0,
  },
];

/** One POST that the receiver got. */
export interface Reception {
  readonly receiver: string;
  readonly status: number;
  readonly event: EventName;
  readonly eventid: string;
  readonly attempt: number;
  readonly trackingNumber: string;
  readonly statusText: string;
}

/** PEM texts. */
export interface DemoIdentity {
  readonly key: string;
  readonly cert: string;
}

export interface DemoServerOptions {
  readonly identity: DemoIdentity;
  /** The URL by which webhook-sender reaches the server, which then listens on its port, on all addresses. Default: a free loopback port. */
  readonly url?: URL;
  readonly onReception: (reception: Reception) => void;
}

export interface DemoServer {
  urlOf(receiver: DemoReceiver): string;
  close(): void;
}

interface WebhookParts {
  readonly references: { readonly tracking_number: string };
  readonly data: { readonly delivery_status_locale_short: string };
}
type PlainBody = WebhookParts & { readonly event: EventName; readonly eventid: string };
interface CloudBody {
  readonly id: string;
  readonly type: string;
  readonly data: WebhookParts;
}

/** Starts a real HTTPS server with one path for each demo receiver. */
export async function startDemoServer({ identity, url, onReception }: DemoServerOptions): Promise<DemoServer> {
  const attempts = new Map<string, number>();
  const refusals = new Map(DEMO_RECEIVERS.map(({ name, failures }) => [name, failures]));
  const server = createServer({ ...identity }, (request, response) => {
    receive({ request, response, attempts, refusals, onReception }).catch(() => response.writeHead(400).end());
  });
  server.listen(url === undefined ? { port: 0, host: '127.0.0.1' } : { port: Number(url.port || HTTPS_PORT) });
  await once(server, 'listening');
  const origin = url?.origin ?? `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { urlOf: ({ name }) => origin + pathOf(name), close: () => (server.close(), server.closeAllConnections()) };
}

function pathOf(receiver: string): string {
  return `/demo/${receiver}`;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly attempts: Map<string, number>;
  readonly refusals: Map<string, number>;
  readonly onReception: (reception: Reception) => void;
}

async function receive({ request, response, attempts, refusals, onReception }: Exchange): Promise<void> {
  const receiver = DEMO_RECEIVERS.find(({ name }) => request.url?.split('?')[0] === pathOf(name))?.name;
  const body: unknown = JSON.parse(await textOf(request));
  if (receiver === undefined) return void response.writeHead(404).end();
  const webhook = readWebhook(body as PlainBody | CloudBody);
  const attempt = (attempts.get(`${receiver} ${webhook.eventid}`) ?? 0) + 1;
  attempts.set(`${receiver} ${webhook.eventid}`, attempt);
  const left = refusals.get(receiver) ?? 0;
  refusals.set(receiver, left - 1);
  const status = left > 0 ? 503 : 204;
  response.writeHead(status).end();
  onReception({ receiver, status, attempt, ...webhook });
}

function readWebhook(body: PlainBody | CloudBody): Omit<Reception, 'receiver' | 'status' | 'attempt'> {
  const parts = 'eventid' in body ? body : body.data;
  const event = 'eventid' in body ? body.event : eventOfType(body.type);
  return {
    event,
    eventid: 'eventid' in body ? body.eventid : body.id,
    trackingNumber: parts.references.tracking_number,
    statusText: parts.data.delivery_status_locale_short,
  };
}

/** Turns `com.<vendor>.tracking.event.ondelivered` into `onDelivered`. */
function eventOfType(type: string): EventName {
  const event = EVENT_NAMES.find((name) => type.endsWith(`.${name.toLowerCase()}`));
  if (event === undefined) throw new Error(`not one of the eleven events: ${type}`);
  return event;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
