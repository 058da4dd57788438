import net from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WatchedConnection } from './socket-watchdog.client.js';

const GIVEN_UP_MS = 200;
const SILENT_MS = 5 * GIVEN_UP_MS;
const open: net.Server[] = [];

/** Starts a server that treats each piece of data like this. @returns a connection to it */
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

// The sockets are real. The time passes when the test says so.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => {
  jest.useRealTimers();
  open.splice(0).forEach((server) => server.close());
});

/** Lets the time of one look pass: the watchdog looks as often as a request may take. */
const look = (times = 1): void => {
  jest.advanceTimersByTime(times * GIVEN_UP_MS);
};
/** Returns the error with which a connection ends. */
const endOf = async (socket: net.Socket): Promise<Error> => ((await once(socket, 'error')) as [Error])[0];

const owedMsOf = ({ message }: Error): number => Number(/answered nothing for (\d+) ms/.exec(message)?.[1]);

describe('a socket to a broker', () => {
  it('ends when a request was given up, sent again, and not answered', async () => {
    const socket = await dial(() => undefined);
    const end = endOf(socket);
    for (let asked = 0; asked < 2; asked++) {
      socket.write('?');
      look();
    }
    expect(owedMsOf(await end)).toBe(2 * GIVEN_UP_MS);
  });

  it('counts an unanswered request although the last answer came within the same look', async () => {
    let pieces = 0;
    const socket = await dial((other, piece) => (pieces++ === 0 ? other.write(piece) : undefined));
    const end = endOf(socket);
    socket.write('?');
    await once(socket, 'data');
    socket.write('?'); // never answered, and sent again when it is given up
    look();
    socket.write('?');
    look();
    expect(owedMsOf(await end)).toBe(2 * GIVEN_UP_MS);
  });

  it('waits longer for a single request that was not given up, like a join', async () => {
    const socket = await dial(() => undefined);
    const end = endOf(socket);
    socket.write('?');
    look(SILENT_MS / GIVEN_UP_MS);
    expect(owedMsOf(await end)).toBe(SILENT_MS);
  });

  it('closes the other connections that have received nothing since, and no more', async () => {
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

  it('stays open when every request is answered, and when there is none', async () => {
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
