import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { freePorts } from './free-ports.js';

/** Linux gives an outgoing connection any from here on. */
const FIRST_OF_OUTGOING = 32_768;

it('ports that are free, all different, and of the kind that no outgoing connection gets', async () => {
  const ports = await freePorts(50);
  expect(new Set(ports).size).toBe(50);
  expect(ports.filter((port) => port >= FIRST_OF_OUTGOING)).toEqual([]);
  await Promise.all(ports.map(listenAndClose));
});

const listenAndClose = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
