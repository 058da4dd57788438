// The examples against the real service: producers' parcels appear, receivers store real webhooks once, carriers' scans reach the parcel.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from '#libs/api-client';
import { parcelKey } from '#libs/contracts';
import type { Child } from '../../scripts/stack/child.js';
import { ROOT } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { untilReady } from '../../scripts/stack/until-ready.js';
import { parcel } from '../builders/parcel.js';
import { client, type Credentials } from '../support/api.js';
import type { App } from '../support/app.js';
import { foreignPartitionOf } from '../support/foreign-publisher.js';
import { listen } from '../support/https-server.js';
import { identityFor } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { HANGS_AFTER_MS, waitFor } from '../support/wait-for.js';
import { install, lackFor, removeExamples } from './example-programs.js';

const PARTITIONS = 3;
const bed = useTestBed({ partitions: PARTITIONS });
const servers: { readonly close: () => unknown }[] = [];
let api: App;
let account = 100;

beforeAll(async () => {
  [api] = await Promise.all([bed.startApp('token-api'), bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
});
afterAll(async () => {
  await removeExamples();
  await Promise.all(servers.map((server) => server.close()));
});

/** A test of one example. An example whose language this machine lacks is left out. */
function itRuns(example: string, what: string, test: () => Promise<void>): void {
  const lack = lackFor(example);
  if (lack !== undefined) process.stderr.write(`test/e2e/examples: ${example} is left out, there is no ${lack}\n`);
  (lack === undefined ? it : it.skip)(`${example} ${what}`, test);
}

/** Each example has an account of its own, so that receivers get no event of another test. */
const newToken = (): Promise<Credentials> => bed.createAccountAndToken({ user: ++account, scope: 'write' });

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

async function ended(child: Child): Promise<Ran> {
  const { code } = await child.exited;
  return { code, output: child.lastLines(Infinity).join('\n') };
}

async function parcelOf(
  token: Credentials,
  courier: string,
  trackingNumber: string,
): Promise<components['schemas']['Consignment'] | undefined> {
  const path = { courier, trackingNumber };
  return (await client(api.url, token).GET('/consignments/{courier}/{trackingNumber}', { params: { path } })).data;
}

async function listening(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  servers.push({ close: () => server.close() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the examples compile', () => {
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(ROOT, 'examples/tsconfig.json')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
});

describe('a receiver', () => {
  for (const example of ['receiver-express', 'receiver-nest', 'receiver-fastapi']) {
    itRuns(example, 'stores each event once, over HTTPS', async () => {
      const [port = 0] = await freePorts(1);
      await storesOnce(example, { port, url: `https://127.0.0.1:${port}/webhooks` });
    });
  }

  itRuns('receiver-symfony', 'stores each event once, behind a TLS proxy', async () => {
    const [port = 0] = await freePorts(1);
    const proxy = await listen(() => forwardTo(port));
    servers.push(proxy);
    await storesOnce('receiver-symfony', { port, url: proxy.url('/webhooks'), replaced: { ':8080': `:${port}` } });
  });
});

interface Reachable {
  readonly port: number;
  /** The address for the service. */
  readonly url: string;
  readonly replaced?: Readonly<Record<string, string>>;
}

async function storesOnce(example: string, { port, url, replaced = {} }: Reachable): Promise<void> {
  const place = await install(example);
  const token = await newToken();
  const calls = client(api.url, token);
  const { data: receiver } = await calls.POST('/receivers', { body: { url } });
  const secret = receiver?.signing.secret ?? '';
  const program = place.start({ ...(await tlsFiles(place.folder)), WEBHOOK_SECRET: secret, PORT: String(port) }, replaced);
  await untilReady(program, () => accepts(port), HANGS_AFTER_MS);

  const each = parcel({ account: token.user });
  await bed.publish('records', [each.record()]);
  await bed.publish('scans', [each.scan('InboundScan', '2026-03-28T21:00:00Z')]);
  const stored = (): Stored[] => storedIn(place.folder);
  await waitFor(() => stored().length === 2, { what: `${example} to store two events` });
  expect(
    stored()
      .map(({ event }) => event)
      .toSorted(),
  ).toEqual(['onCreated', 'onDispatch']);
  for (const { body, eventid } of stored()) {
    expect(JSON.parse(body)).toMatchObject({ eventid, references: { tracking_number: each.trackingNumber } });
  }

  const query = { receiverId: receiver!.receiverId, status: 'delivered' as const };
  const delivered = async () => (await calls.GET('/deliveries', { params: { query } })).data?.deliveries ?? [];
  const [delivery] = await waitFor(async () => ((await delivered()).length === 2 ? delivered() : undefined));
  await calls.POST('/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId: delivery!.deliveryId } } });
  const linesOf = (eventid: string): string[] => program.lastLines(Infinity).filter((line) => line.includes(eventid));
  await waitFor(() => linesOf(delivery!.eventid).length === 2, { what: `${example} to print the repeat` });
  expect(stored()).toHaveLength(2);
}

async function tlsFiles(folder: string): Promise<{ readonly TLS_CERT: string; readonly TLS_KEY: string }> {
  const { cert, key } = await identityFor({});
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  writeFileSync(files.TLS_CERT, cert);
  writeFileSync(files.TLS_KEY, key);
  return files;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

interface Stored {
  readonly eventid: string;
  readonly event: string;
  readonly body: string;
}

function storedIn(folder: string): Stored[] {
  const database = new DatabaseSync(join(folder, 'webhooks.db'), { readOnly: true });
  try {
    return database.prepare('SELECT eventid, event, body FROM webhook').all() as unknown as Stored[];
  } finally {
    database.close();
  }
}

/** What a TLS proxy does with a request. */
const forwardTo =
  (port: number): RequestListener =>
  (request, response) => {
    const { method, url, headers } = request;
    const forwarded = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.once('error', () => response.destroy());
    request.pipe(forwarded);
  };

describe('a producer', () => {
  const examples = ['producer-node', 'producer-python', 'producer-java'];
  const present = examples.filter((example) => lackFor(example) === undefined);

  for (const example of examples) {
    itRuns(example, 'publishes a parcel with its life', async () => {
      const token = await newToken();
      const place = await install(example);
      const { KAFKA_BROKERS = '', TOPIC_PREFIX = '' } = bed.env;
      const ran = await ended(place.start({ KAFKA_BROKERS, TOPIC_PREFIX, ACCOUNT: String(token.user) }));
      expect(ran).toEqual({ code: 0, output: expect.stringMatching(/published 1 record and 3 scans of dhl-germany EXAMPLE-\S+$/m) });
      const trackingNumber = /EXAMPLE-\S+/.exec(ran.output)?.[0] ?? '';

      const events = async (): Promise<string[]> =>
        ((await parcelOf(token, 'dhl-germany', trackingNumber))?.events ?? []).map(({ event }) => event).toReversed();
      await waitFor(async () => (await events()).length === 4, { what: `the events of the parcel of ${example}` });
      expect(await events()).toEqual(['onCreated', 'onDispatch', 'onOutForDelivery', 'onDelivered']);

      const key = parcelKey('dhl-germany', trackingNumber);
      const scans = (await bed.readTopic('scans')).filter((message) => message.key === key);
      expect(scans.map(({ partition }) => partition)).toEqual(Array(3).fill(foreignPartitionOf(Buffer.from(key), PARTITIONS)));
    });
  }

  it('ends with exit code 1 and says why when no broker answers', async () => {
    const [port] = await freePorts(1);
    const places = await Promise.all(present.map(install));
    const ran = await Promise.all(places.map((place) => ended(place.start({ KAFKA_BROKERS: `127.0.0.1:${port}` }))));
    expect(ran).toEqual(present.map(() => ({ code: 1, output: expect.stringMatching(/^not published: .+/m) })));
  });
});

describe('an intake', () => {
  itRuns('intake-dhl', 'submits the events of a parcel, and each once', () => submitsOnce('intake-dhl', DHL));
  itRuns('intake-ups', 'submits the activities of a parcel, and each once', () => submitsOnce('intake-ups', UPS));
});

interface Carrier {
  readonly courier: string;
  readonly env: (address: string) => Readonly<Record<string, string>>;
  /** The tracking number in the command of the README. */
  readonly shown: string;
  /** @returns the carrier's answer, by method and path; undefined = 404 */
  readonly answer: (request: string, headers: NodeJS.Dict<string | string[]>, known: string) => object | undefined;
  readonly readAs: readonly string[];
}

const DHL: Carrier = {
  courier: 'dhl-germany',
  env: (address) => ({ DHL_API: address, DHL_API_KEY: 'key-1' }),
  shown: '00340434161094015902',
  answer: (request, headers, known) => {
    if (headers['dhl-api-key'] !== 'key-1' || !request.startsWith(`GET /track/shipments?trackingNumber=${known}&`)) return undefined;
    const events = [
      { timestamp: '2026-03-31T08:38:00', statusCode: 'transit', status: 'PO', statusDetailed: 'SRTED_NRQRD_PO' },
      { timestamp: '2026-03-28T17:20:00', statusCode: 'transit', status: 'ES', statusDetailed: 'SHRCU_NRQRD_ES' },
    ];
    return { shipments: [{ id: known, service: 'parcel-de', events }] };
  },
  readAs: ['OutForDelivery', 'InboundScan'],
};

const UPS: Carrier = {
  courier: 'ups',
  env: (address) => ({ UPS_API: address, UPS_CLIENT_ID: 'id', UPS_CLIENT_SECRET: 'secret' }),
  shown: '1Z999AA10123456784',
  answer: (request, { authorization, transid }, known) => {
    if (request === 'POST /security/v1/oauth/token')
      return authorization === `Basic ${btoa('id:secret')}` ? { access_token: 't-1' } : undefined;
    const isAsked = request.startsWith(`GET /api/track/v1/details/${known}?`) && authorization === 'Bearer t-1' && transid !== undefined;
    const activity = [
      {
        gmtDate: '20260331',
        gmtTime: '06:38:00',
        status: { type: 'I', code: 'OT', statusCode: '021', description: 'Out For Delivery Today' },
      },
      { gmtDate: '20260328', gmtTime: '16:20:00', status: { type: 'I', code: 'OR', statusCode: '038', description: 'Origin Scan' } },
    ];
    return isAsked ? { trackResponse: { shipment: [{ package: [{ trackingNumber: known, activity }] }] } } : undefined;
  },
  readAs: ['OutForDelivery', 'InboundScan'],
};

/** Asks for two parcels: the carrier knows the first. The command fails for the second, and the scans of the first arrive all the same. */
async function submitsOnce(example: string, carrier: Carrier): Promise<void> {
  const token = await newToken();
  const each = parcel({ account: token.user, courier: carrier.courier, trackingNumber: `T${randomUUID().toUpperCase()}` });
  const address = await listening((request, response) => {
    const answer = carrier.answer(`${request.method} ${request.url}`, request.headers, each.trackingNumber);
    request.resume();
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  const place = await install(example);
  const env = { ...carrier.env(address), API: api.url, ACCOUNT: String(token.user), TOKEN: token.token };
  const replaced = { [carrier.shown]: `UNKNOWN-1 ${each.trackingNumber}` };
  await bed.publish('records', [each.record()]);
  const scans = async () => (await parcelOf(token, carrier.courier, each.trackingNumber))?.scans ?? [];

  for (const _ of ['the first time', 'a repeat']) {
    const ran = await ended(place.start(env, replaced));
    expect(ran).toEqual({ code: 1, output: expect.stringContaining(`${each.trackingNumber}: 2 scans`) });
    expect(ran.output).toMatch(/UNKNOWN-1: \w+ answers 404/);
  }
  await bed.publish('scans', [each.scan('Delivered', '2026-03-31T12:00:00Z')]); // comes after all others of this parcel
  await waitFor(async () => (await scans()).some(({ readAs }) => readAs === 'Delivered'));
  expect((await scans()).map(({ readAs, occurred_at: at }) => [readAs, new Date(at).toISOString()])).toEqual([
    ['Delivered', '2026-03-31T12:00:00.000Z'],
    [carrier.readAs[0], '2026-03-31T06:38:00.000Z'],
    [carrier.readAs[1], '2026-03-28T16:20:00.000Z'],
  ]);
}
