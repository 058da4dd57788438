import net from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WatchedConnection } from './socket-watchdog.client.js';

const GIVEN_UP_MS = 200;
const SILENT_MS = 5 * GIVEN_UP_MS;
const open: net.Server[] = [];

/** A server that treats what comes so. */
async function dial(treat: (socket: net.Socket, piece: Buffer) => void, others = new Set<WatchedConnection>()): Promise<net.Socket> {
  const server = net.createServer((socket) => socket.on('data', (piece) => treat(socket, piece)).on('error', () => undefined));
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  others.add(new WatchedConnection(socket, { givenUpMs: GIVEN_UP_MS, silentMs: SILENT_MS }, others));
  return socket;
}

afterEach(() => open.splice(0).forEach((server) => server.close()));

const owedMsOf = ({ message }: Error): number => Number(/answered nothing for (\d+) ms/.exec(message)?.[1]);

describe('a socket to a broker', () => {
  it('ends when what was given up is asked again and answered by nothing', async () => {
    const socket = await dial(() => undefined);
    const asking = setInterval(() => socket.write('?'), GIVEN_UP_MS / 4);
    const [error] = (await once(socket, 'error')) as [Error];
    clearInterval(asking);
    expect(owedMsOf(error)).toBeGreaterThan(GIVEN_UP_MS);
    expect(owedMsOf(error)).toBeLessThan(SILENT_MS);
  });

  it('knows what waits since the last answer, though both fell into one look', async () => {
    let pieces = 0;
    const socket = await dial((other, piece) => (pieces++ === 0 ? other.write(piece) : undefined));
    socket.write('?');
    await once(socket, 'data');
    socket.write('?'); // into the void, and once more when it is given up
    const again = setTimeout(() => socket.write('?'), 1.5 * GIVEN_UP_MS);
    const [error] = (await once(socket, 'error')) as [Error];
    clearTimeout(again);
    expect(owedMsOf(error)).toBeLessThan(SILENT_MS);
  });

  it('waits longer for what was asked once and not given up, as a join is', async () => {
    const socket = await dial(() => undefined);
    socket.write('?');
    const [error] = (await once(socket, 'error')) as [Error];
    expect(owedMsOf(error)).toBe(SILENT_MS);
  });

  it('takes those with it that have heard nothing since, and no other', async () => {
    const connections = new Set<WatchedConnection>();
    const idle = await dial(() => undefined, connections);
    const heard = await dial((other, piece) => other.write(piece), connections);
    const asked = await dial(() => undefined, connections);
    const asking = setInterval(() => [heard, asked].forEach((socket) => socket.write('?')), GIVEN_UP_MS / 4);
    const reasons = await Promise.all([idle, asked].map(async (socket) => (await once(socket, 'error'))[0] as Error));
    clearInterval(asking);
    expect(new Set(reasons).size).toBe(1);
    expect(heard.destroyed).toBe(false);
    heard.destroy();
  });

  it('stays when everything is answered, and when nothing is asked', async () => {
    const socket = await dial((other, piece) => other.write(piece));
    for (let asked = 0; asked < 10; asked++) {
      socket.write('?');
      await once(socket, 'data');
      await new Promise((resolve) => setTimeout(resolve, GIVEN_UP_MS / 4));
    }
    await new Promise((resolve) => setTimeout(resolve, 1.5 * SILENT_MS));
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});
