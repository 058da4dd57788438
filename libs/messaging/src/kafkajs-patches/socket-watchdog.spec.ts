import net from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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

// The sockets are real; the time passes when the test says so.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => {
  jest.useRealTimers();
  open.splice(0).forEach((server) => server.close());
});

/** It looks as often as a request may take. */
const look = (times = 1): void => {
  jest.advanceTimersByTime(times * GIVEN_UP_MS);
};
/** What a connection ends with, from now on. */
const endOf = async (socket: net.Socket): Promise<Error> => ((await once(socket, 'error')) as [Error])[0];

const owedMsOf = ({ message }: Error): number => Number(/answered nothing for (\d+) ms/.exec(message)?.[1]);

describe('a socket to a broker', () => {
  it('ends when what was given up is asked again and answered by nothing', async () => {
    const socket = await dial(() => undefined);
    const end = endOf(socket);
    for (let asked = 0; asked < 2; asked++) {
      socket.write('?');
      look();
    }
    expect(owedMsOf(await end)).toBe(2 * GIVEN_UP_MS);
  });

  it('knows what waits since the last answer, though both fell into one look', async () => {
    let pieces = 0;
    const socket = await dial((other, piece) => (pieces++ === 0 ? other.write(piece) : undefined));
    const end = endOf(socket);
    socket.write('?');
    await once(socket, 'data');
    socket.write('?'); // into the void, and once more when it is given up
    look();
    socket.write('?');
    look();
    expect(owedMsOf(await end)).toBe(2 * GIVEN_UP_MS);
  });

  it('waits longer for what was asked once and not given up, as a join is', async () => {
    const socket = await dial(() => undefined);
    const end = endOf(socket);
    socket.write('?');
    look(SILENT_MS / GIVEN_UP_MS);
    expect(owedMsOf(await end)).toBe(SILENT_MS);
  });

  it('takes those with it that have heard nothing since, and no other', async () => {
    const connections = new Set<WatchedConnection>();
    const idle = await dial(() => undefined, connections);
    const heard = await dial((other, piece) => other.write(piece), connections);
    const asked = await dial(() => undefined, connections);
    const ends = Promise.all([idle, asked].map(endOf));
    for (let times = 0; times < 2; times++) {
      [heard, asked].forEach((socket) => socket.write('?'));
      await once(heard, 'data');
      look();
    }
    expect(new Set(await ends).size).toBe(1);
    expect(heard.destroyed).toBe(false);
    heard.destroy();
  });

  it('stays when everything is answered, and when nothing is asked', async () => {
    const socket = await dial((other, piece) => other.write(piece));
    for (let asked = 0; asked < 10; asked++) {
      socket.write('?');
      await once(socket, 'data');
      look();
    }
    look((2 * SILENT_MS) / GIVEN_UP_MS);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});
