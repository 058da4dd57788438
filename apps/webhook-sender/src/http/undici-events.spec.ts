import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'undici';

describe('undici', () => {
  // If this fails, undici tolerates an error after `close`, and connection-fault.ts need not contain its listeners for that reason.
  it('still throws when its socket emits an error after its end', async () => {
    const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let socket!: Socket;
    const client = new Client(`http://127.0.0.1:${port}`, {
      connect: (_, callback) => {
        socket = connect(port, '127.0.0.1', () => callback(null, socket));
        return socket;
      },
    });
    const failed = client.request({ method: 'POST', path: '/', body: 'x' }).catch((error: Error) => error);
    await once(client as unknown as EventEmitter, 'connect');
    socket.destroy();
    await once(socket, 'close');
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(() => socket.emit('error', reset)).toThrow(TypeError);
    expect(await failed).toBeInstanceOf(Error);
    await client.destroy();
    server.close();
  });
});
