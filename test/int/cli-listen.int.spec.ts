// `parcel-webhooks listen` with the real service: what it sends is what the service pushes, and no kill loses, skips or moves an event.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TrackingEvent } from '#libs/contracts';
import { packText } from '#libs/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { ROOT } from '../../scripts/stack/clone.js';
import { eventMessage, trackingEvent, type TrackingEventOptions } from '../builders/tracking-event.js';
import { client, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { identityFor } from '../support/receiver.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed();
const BUNDLE = join(ROOT, '.cache', `cli-int-${process.pid}`); // within the clone, so that commander is found
let api: App;
let token: CreatedToken;
let account = 0;
let config: string;
const children: ChildProcess[] = [];
const shops: Shop[] = [];

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/prepare/cli-bundle.mjs'), BUNDLE]);
  api = await bed.startProcess('token-api');
  await bed.startApp('webhook-sender');
});
beforeEach(async () => {
  account += 1;
  token = await bed.createAccountAndToken({ user: account, scope: 'write' });
  config = temporaryFolder();
  const login = cli('login', '--address', api.url, '--account', String(account));
  login.child.stdin!.end(token.token);
  expect(await login.ended()).toBe(0);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(shops.map((each) => each.close()));
  rmSync(BUNDLE, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: () => Promise<number | null>;
}

function cli(...argv: readonly string[]): Running {
  const child = spawn(process.execPath, [join(BUNDLE, 'main.js'), ...argv], {
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: config },
  });
  children.push(child);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text: Buffer) => out.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => err.push(text.toString()));
  const closed = once(child, 'close');
  return { child, out: () => out.join(''), err: () => err.join(''), ended: async () => (await closed)[0] as number | null };
}

const profileSecret = (): string =>
  (JSON.parse(readFileSync(join(config, 'parcel-webhooks/profile-default.json'), 'utf8')) as { signingSecret: string }).signingSecret;

const INSERT = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  VALUES ($1, $2, $3, $4, now(), 0, $5, $6, now())`;

/** Stores the event as event-builder does. */
async function store(options: Partial<TrackingEventOptions> = {}): Promise<TrackingEvent> {
  const event = trackingEvent({ ...options, account });
  const { eventid, event: name, references } = event.payload;
  const payload = packText(JSON.stringify(event.payload));
  await bed.database.query(INSERT, [eventid, account, event.consignmentId, name, references.client, payload]);
  return event;
}

interface Got {
  readonly isPush: boolean;
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly eventid: string;
}

interface Shop {
  readonly port: number;
  readonly got: Got[];
  /** Called for each request before its answer. */
  hold: (request: Got) => Promise<void>;
  readonly close: () => Promise<void>;
}

const TLS_HANDSHAKE = 0x16;

/** One port that takes pushes over TLS and the POSTs of `listen` in plain text, so that even `Host` is the same. */
async function shop(port = 0): Promise<Shop> {
  const got: Got[] = [];
  const receive = (isPush: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    const take = async (): Promise<void> => {
      const body = await buffer(request);
      const { eventid, id } = JSON.parse(body.toString()) as { eventid?: string; id?: string };
      const line = `${request.method} ${request.url} HTTP/${request.httpVersion}`;
      const one = { isPush, line, headers: request.rawHeaders, body, eventid: eventid ?? id ?? '' };
      got.push(one);
      await self.hold(one);
      response.writeHead(204).end();
    };
    take().catch(() => response.destroy());
  };
  const [plain, secure] = [createHttp(receive(false)), createHttps(await identityFor({}), receive(true))];
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const self: Shop = { port: (server.address() as AddressInfo).port, got, hold: () => Promise.resolve(), close };
  shops.push(self);
  return self;
}

const DIFFERS = ['webhook-timestamp', 'webhook-signature'];

/** Names and values in order. What differs from attempt to attempt, or by the secret, is left out. */
const comparable = (headers: readonly string[]): string[] =>
  headers.map((each, at) => (at % 2 === 1 && DIFFERS.includes(headers[at - 1]!) ? '…' : each));

const named = (headers: readonly string[]): Record<string, string> =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!]] : [])));

const REFERENCES = ['courier', 'tracking_number', 'orderNo', 'client', 'warehouse', 'destination_country_iso3', 'language'] as const;

describe('a webhook of `listen`', () => {
  it.each([
    ['as the service creates a receiver', {}, {}],
    ['with all query parameters', { queryParameters: [...REFERENCES] }, { references: { orderNo: 'Ä/1 &?#', client: '' } }],
    ['with an unknown date as text', { etaUnknownForm: 'null_text' }, {}],
    ['with an empty unknown date', { etaUnknownForm: 'empty' }, {}],
    [
      'with a known date',
      { etaUnknownForm: 'empty' },
      { data: { expected_delivery_date_raw: { startDate: '2026-03-30', endDate: '2026-03-31' } } },
    ],
    ['as a CloudEvent', { format: 'cloudevents' }, {}],
    [
      'as a CloudEvent with an unknown date as text',
      { format: 'cloudevents', etaUnknownForm: 'null_text', queryParameters: ['client'] },
      {},
    ],
    ['without a signature', { signing: { enabled: false } }, {}],
  ] as const)('is byte for byte a push %s', async (_, settings, options) => {
    const place = await shop();
    const path = `127.0.0.1:${place.port}/hook?own=1`;
    const created = await client(api.url, token).POST('/receivers', { body: { ...settings, url: `https://${path}` } as never });
    const { receiverId, signing } = created.data!;
    const event = await store({ client: 'shop-de', ...options });
    await bed.publish('events', [eventMessage(event)]);
    const listening = cli('listen', '--forward', `http://${path}`, '--like', receiverId, '--since', 'oldest', '--count', '1');
    expect([await listening.ended(), listening.err()]).toEqual([0, expect.stringContaining('Begins with the oldest event')]);
    await waitFor(() => place.got.length === 2, { what: 'the push and the webhook of listen' });
    const [push, local] = [place.got.find(({ isPush }) => isPush)!, place.got.find(({ isPush }) => !isPush)!];
    expect([local.line, comparable(local.headers)]).toEqual([push.line, comparable(push.headers)]);
    expect(local.body.equals(push.body)).toBe(true);
    const signed = signing.enabled ? [[push, signing.secret!] as const, [local, profileSecret()] as const] : [];
    for (const [{ body, headers }, secret] of signed) expect(new Webhook(secret).verify(body, named(headers))).toBeTruthy();
  });

  it('creates neither a receiver nor a delivery', async () => {
    const place = await shop();
    await store();
    await cli('listen', '--forward', `http://127.0.0.1:${place.port}/`, '--since', 'oldest', '--count', '1').ended();
    const tables = await bed.database.query<{ rows: string }>(
      'SELECT (SELECT count(*) FROM receiver WHERE account_id = $1) + (SELECT count(*) FROM delivery WHERE account_id = $1) AS rows',
      [account],
    );
    expect([place.got.length, Number(tables[0]?.rows)]).toEqual([1, 0]);
  });
});

it('begins at an instant', async () => {
  const place = await shop();
  const [first, second] = [await store(), await store()];
  const at = (agoMs: number): string => new Date(Date.now() - agoMs).toISOString();
  const running = cli('listen', '--forward', `http://127.0.0.1:${place.port}/`, '--since', at(60_000), '--count', '2');
  expect(await running.ended()).toBe(0);
  expect(place.got.map(({ eventid }) => eventid)).toEqual([first.payload.eventid, second.payload.eventid]);
});

describe('kills', () => {
  it('of the command, of the server on this machine and of the service lose, skip and move nothing', async () => {
    const stored: string[] = [];
    const storeMany = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at++) stored.push((await store()).payload.eventid);
    };
    await storeMany(120);
    let place = await shop();
    const { port } = place;
    const arrived: string[] = [];
    /** Takes events until `count` have come, and keeps the next one without an answer. */
    const holdAfter = (count: number): { isHeld: () => boolean; release: () => void } => {
      const gate = Promise.withResolvers<void>();
      let isHeld = false;
      place.hold = async ({ eventid }) => {
        arrived.push(eventid);
        if (new Set(arrived).size <= count) return;
        isHeld = true;
        await gate.promise;
      };
      return { isHeld: () => isHeld, release: gate.resolve };
    };
    const listen = (...since: readonly string[]): Running =>
      cli('listen', '--forward', `http://127.0.0.1:${port}/hook`, '--pause-ms', '100', ...since);

    let held = holdAfter(10);
    const first = listen('--since', 'oldest');
    await waitFor(held.isHeld);
    first.child.kill('SIGKILL');
    await first.ended();

    held = holdAfter(30);
    const second = listen();
    await waitFor(held.isHeld);
    await place.close();
    await waitFor(() => second.err().includes('tries again'));
    place = await shop(port);

    held = holdAfter(60);
    await waitFor(held.isHeld);
    await api.kill();
    held.release();
    await waitFor(() => second.err().includes('does not answer'), { what: 'the listener to miss the service' });
    await storeMany(5);
    api = await bed.startProcess('token-api', { PORT: new URL(api.url).port });
    holdAfter(Infinity);
    await waitFor(() => new Set(arrived).size === stored.length, { what: 'all events' });

    second.child.kill('SIGINT');
    expect(await second.ended()).toBe(0);
    expect([...new Set(arrived)]).toEqual(stored);
    // One for the command that was killed, one for the server.
    expect(arrived.length - stored.length).toBe(2);

    await storeMany(2);
    const third = listen('--count', '2');
    expect(await third.ended()).toBe(0);
    expect([...new Set(arrived)]).toEqual(stored);
    expect(arrived.length - stored.length).toBe(2);
  });

  it('of a token end the command with exit code 4', async () => {
    const place = await shop();
    const running = cli('listen', '--forward', `http://127.0.0.1:${place.port}/`, '--pause-ms', '100');
    await waitFor(() => running.err().includes('Waits for new events'));
    await bed.database.query('UPDATE api_token SET revoked_at = now() WHERE account_id = $1', [account]);
    expect([await running.ended(), running.err()]).toEqual([4, expect.stringContaining('Log in again')]);
  });
});
