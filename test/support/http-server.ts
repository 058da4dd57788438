import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
  readonly port: number;
  readonly url: string;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

/** Starts a real HTTP server on 127.0.0.1. @param port to take the place of an earlier server */
export async function httpServer(serve: RequestListener, port = 0): Promise<HttpServer> {
  const server = createServer(serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: taken, url: `http://127.0.0.1:${taken}`, server, close };
}
