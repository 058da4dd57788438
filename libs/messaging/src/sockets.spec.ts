import net from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endWhenSilent } from './sockets.client.js';

const SILENT_MS = 200;
const open: net.Server[] = [];

/** A server that treats what comes so. */
async function dial(treat: (socket: net.Socket, piece: Buffer) => void): Promise<net.Socket> {
  const server = net.createServer((socket) => socket.on('data', (piece) => treat(socket, piece)).on('error', () => undefined));
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  endWhenSilent(socket, SILENT_MS);
  return socket;
}

afterEach(() => open.splice(0).forEach((server) => server.close()));

describe('a socket to a broker', () => {
  it('ends when what was asked again and again is answered by nothing', async () => {
    const socket = await dial(() => undefined);
    const asking = setInterval(() => socket.write('?'), SILENT_MS / 4);
    const [error] = (await once(socket, 'error')) as [Error];
    clearInterval(asking);
    expect(error.message).toContain('answered nothing');
  });

  it('stays when everything is answered, and when nothing is asked', async () => {
    const socket = await dial((other, piece) => other.write(piece));
    for (let asked = 0; asked < 10; asked++) {
      socket.write('?');
      await once(socket, 'data');
      await new Promise((resolve) => setTimeout(resolve, SILENT_MS / 4));
    }
    await new Promise((resolve) => setTimeout(resolve, 3 * SILENT_MS));
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});
