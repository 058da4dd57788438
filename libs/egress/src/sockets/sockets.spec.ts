import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../test/support/wait-for.js';
import { connectToAny } from './sockets.client.js';

/** Nobody listens there. */
const DEAD = '127.0.0.9';
const ALIVE = '127.0.0.1';
const never = new AbortController().signal;
const opened: Socket[] = [];
/** Connections that fill the queue of a server. */
const others: Socket[] = [];
const onSocket = (message: unknown): void => void opened.push((message as { socket: Socket }).socket);
const children: ChildProcess[] = [];
let server: Server;
let port = 0;

beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, ALIVE, resolve));
  ({ port } = server.address() as AddressInfo);
  subscribe('net.client.socket', onSocket);
});

afterEach(async () => {
  unsubscribe('net.client.socket', onSocket);
  [...opened.splice(0), ...others.splice(0)].forEach((socket) => socket.destroy());
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
  await new Promise((resolve) => server.close(resolve));
});

describe('a connection to a name with several addresses', () => {
  it.each([undefined, '127.0.0.2'])('goes to the first address that accepts, bound to %s', async (localAddress) => {
    const socket = await connectToAny({ addresses: [DEAD, ALIVE], port, localAddress }, never);
    expect([socket.remoteAddress, socket.localAddress]).toEqual([ALIVE, localAddress ?? ALIVE]);
  });

  it('fails with the error of each address', async () => {
    const failed = connectToAny({ addresses: [DEAD, '127.0.0.8'], port, localAddress: undefined }, never);
    await expect(failed).rejects.toMatchObject({
      errors: [DEAD, '127.0.0.8'].map((address) => expect.objectContaining({ code: 'ECONNREFUSED', address })),
    });
  });

  it('fails with the error of the only address', async () => {
    const failed = connectToAny({ addresses: [DEAD], port, localAddress: undefined }, never);
    await expect(failed).rejects.toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
  });

  it('is not begun when the signal is already aborted', async () => {
    await expect(connectToAny({ addresses: [ALIVE], port, localAddress: undefined }, AbortSignal.abort('over'))).rejects.toBe('over');
    expect(opened).toEqual([]);
  });
});

describe('an address that drops the first packets', () => {
  /** A server with a full connection queue: the kernel drops further connections until the server continues. */
  async function stoppedServer(): Promise<{ port: number; goOn: () => void }> {
    const script = `const s = require('net').createServer(() => {}).listen({ port: 0, host: '${ALIVE}', backlog: 1 }, () => console.log(s.address().port))`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGSTOP');
    const full = { host: ALIVE, port: Number(line.toString()) };
    await Promise.all([once(connect(full), 'connect'), once(connect(full), 'connect')]);
    others.push(...opened.splice(0));
    return { port: full.port, goOn: () => child.kill('SIGCONT') };
  }

  it('is still waited for when the next address has failed', async () => {
    const stopped = await stoppedServer();
    const taken = connectToAny({ addresses: [ALIVE, DEAD], port: stopped.port, localAddress: undefined }, never);
    await waitFor(() => opened[1]?.destroyed);
    stopped.goOn();
    expect((await taken).remoteAddress).toBe(ALIVE);
  });

  it('is no longer waited for when the signal is aborted', async () => {
    const stopped = await stoppedServer();
    const end = new AbortController();
    const taken = connectToAny({ addresses: [ALIVE, DEAD], port: stopped.port, localAddress: undefined }, end.signal);
    end.abort(new Error('too slow'));
    await expect(taken).rejects.toThrow('too slow');
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});
