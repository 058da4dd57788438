import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Above the ports of well-known servers, and below the ports of outgoing connections (Linux from 32768, macOS from 49152): any such connection
 * could take a port between its choice and its use.
 */
const LOWEST = 10_000;
const BEYOND = 32_768;
const TRIES = 100;

/** Returns different free loopback ports. Another program may take one before it is used, so callers must retry. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenSomewhere));
  const ports = servers.map(portOf);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** @throws the error of the last try */
async function listenSomewhere(): Promise<Server> {
  for (let tries = 1; ; tries++) {
    try {
      return await listen(randomInt(LOWEST, BEYOND));
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address with a port');
  return address.port;
}
