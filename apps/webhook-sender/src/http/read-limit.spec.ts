import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KIB } from '#libs/config';
import { waitFor } from '../../../../test/support/wait-for.js';
import { whenReadTooFar } from './read-limit.client.js';

let server: Server;
const peers: Socket[] = [];

beforeAll(async () => {
  server = createServer((peer) => peers.push(peer.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => void server.close());

/** Opens a connection that receives the given number of bytes on `send`. */
async function connection(): Promise<{ line: Socket; send: (bytes: number) => Promise<void> }> {
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  line.resume();
  await once(line, 'connect');
  const peer = await waitFor(() => peers.pop());
  const send = async (bytes: number): Promise<void> => {
    const before = line.bytesRead;
    peer.write(Buffer.alloc(bytes));
    await waitFor(() => line.bytesRead === before + bytes || line.destroyed);
  };
  return { line, send };
}

describe('a connection', () => {
  it('is reported when it receives more than any answer needs; on a new connection everything counts', async () => {
    const { line, send } = await connection();
    await send(200 * KIB);
    const told: string[] = [];
    whenReadTooFar(line, 'begin', ({ message }) => told.push(message));
    await send(100 * KIB);
    await waitFor(() => told.length > 0);
    expect(told[0]).toBe('it sent more than 256 KiB without a status');
    line.destroy();
  });

  it('counts from zero for each exchange when it is kept', async () => {
    const { line, send } = await connection();
    const told: Error[] = [];
    for (let exchange = 0; exchange < 3; exchange++) {
      const over = whenReadTooFar(line, exchange === 0 ? 'begin' : 'now', (flood) => told.push(flood));
      await send(200 * KIB);
      over();
    }
    whenReadTooFar(line, 'now', (flood) => told.push(flood));
    expect(told).toEqual([]);
    await send(300 * KIB);
    await waitFor(() => told.length > 0);
    line.destroy();
  });

  it('is closed when it receives too much while no exchange is under way', async () => {
    const { line, send } = await connection();
    whenReadTooFar(line, 'begin', () => undefined)();
    await send(300 * KIB);
    await waitFor(() => line.destroyed);
  });
});
