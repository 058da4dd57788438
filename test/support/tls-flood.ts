import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A server that never completes its TLS handshakes. */
export interface TlsFlood {
  readonly origin: string;
  /** Total number of bytes written on connections that have ended. */
  readonly writtenBytes: () => number;
  readonly close: () => void;
}

/** HelloRequest, repeated: OpenSSL skips it while it waits for an answer to its own hello. */
const HELLO_REQUESTS = Buffer.concat([Buffer.from([22, 3, 3, 0x3e, 0x80]), Buffer.alloc(16_000)]);

export async function startTlsFlood(): Promise<TlsFlood> {
  let written = 0;
  const server = createServer((socket) => {
    const next = (): void => {
      while (!socket.destroyed && socket.write(HELLO_REQUESTS));
    };
    socket.on('error', () => undefined).on('drain', next);
    socket.once('data', next).once('close', () => (written += socket.bytesWritten));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writtenBytes: () => written,
    close: () => void server.close(),
  };
}
