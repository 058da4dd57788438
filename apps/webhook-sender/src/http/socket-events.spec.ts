// Guarantees that undici relies on: a secured socket emits `error` at most once and before `close`, and nothing after `close`.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as startTls, createServer, createSecureContext, type SecureContext, type Server, type TLSSocket } from 'node:tls';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Authority, createAuthority } from '../../../../scripts/stack/certificates.js';
import { Handshakes } from './handshakes.client.js';

const SERVER_ENDS = ['reset', 'close_notify', 'fin', 'answer, then reset', 'end, then reset', 'reset under a write'] as const;
const CLIENT_ACTS = ['nothing', 'write at once', 'write later', 'write and end', 'read nothing', 'destroy', 'destroy below'] as const;
const MOST_TURNS = 4;
const LARGE = 'x'.repeat(200_000);

type ServerEnd = (typeof SERVER_ENDS)[number];
type ClientAct = (typeof CLIENT_ACTS)[number];

const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

let server: Server;
let authority: Authority;
let next: { readonly end: ServerEnd; readonly turns: number };

beforeAll(async () => {
  authority = await createAuthority('Known CA');
  const raws = new Map<number | undefined, Socket>();
  server = createServer(await authority.issue(), (socket) => {
    socket.on('error', () => undefined).resume();
    void ended(socket, raws.get(socket.remotePort)!, next);
  })
    .on('tlsClientError', () => undefined)
    .on('connection', (raw: Socket) =>
      raws.set(
        raw.remotePort,
        raw.on('error', () => undefined),
      ),
    );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

async function turns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await turn();
}

async function ended(socket: TLSSocket, raw: Socket, { end, turns: count }: typeof next): Promise<void> {
  await turns(count);
  if (end === 'answer, then reset') socket.write(LARGE);
  if (end === 'end, then reset') socket.end();
  if (end === 'reset under a write') socket.pause().write(LARGE);
  if (end === 'close_notify') return void socket.end();
  if (end === 'fin') return void raw.end();
  await turns(count);
  raw.resetAndDestroy();
}

async function acted(socket: TLSSocket, raw: Socket, { act, turns: count }: { act: ClientAct; turns: number }): Promise<void> {
  if (act === 'write at once' || act === 'write and end') socket.write(LARGE);
  if (act === 'write and end') socket.end();
  if (act !== 'read nothing') socket.resume();
  await turns(count);
  if (act === 'write later' && !socket.destroyed) socket.write(LARGE);
  if (act === 'destroy') socket.destroy(new Error('by the client'));
  if (act === 'destroy below') raw.destroy();
}

interface Cell {
  readonly context: SecureContext;
  readonly act: ClientAct;
  readonly turns: number;
}

/** Returns the events of one connection in order; undefined = the server ended it during the handshake. */
async function eventsOf({ context, act, turns: count }: Cell): Promise<string[] | undefined> {
  const raws: Socket[] = [];
  const open = async (): Promise<Socket> => {
    const raw = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    await once(raw, 'connect');
    return raw;
  };
  const start = (raw: Socket): TLSSocket => {
    raws.push(raw);
    return startTls({ socket: raw, host: 'localhost', servername: 'localhost', secureContext: context });
  };
  const socket = await new Handshakes().make({ server: 'a server', start, connect: open }, await open()).catch(() => undefined);
  if (!socket) return undefined;
  const events: string[] = [];
  for (const event of ['error', 'close']) socket.on(event, () => events.push(event));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await acted(socket, raws.at(-1)!, { act, turns: count });
  await turns(4 * MOST_TURNS);
  socket.destroy(); // otherwise both sides would wait for each other
  await closed;
  await turns(MOST_TURNS);
  return events;
}

describe.each(VERSIONS)('a secured socket, %s', (version) => {
  it.each(CLIENT_ACTS)('emits errors before its end, whatever the server does; client: %s', async (act) => {
    const context = createSecureContext({ ca: authority.certificatePem, minVersion: version, maxVersion: version });
    const wrong: string[] = [];
    for (const end of SERVER_ENDS) {
      for (let count = 0; count < MOST_TURNS * MOST_TURNS; count += 3) {
        next = { end, turns: count % MOST_TURNS };
        const events = await eventsOf({ context, act, turns: Math.floor(count / MOST_TURNS) });
        if (!['close', 'error close'].includes(events?.join(' ') ?? 'close')) wrong.push(`${end}, ${count}: ${events?.join(' ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
