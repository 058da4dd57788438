import { createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { freePorts } from './free-ports.js';

/** Linux uses the ports from here on for outgoing connections. */
const FIRST_OF_OUTGOING = 32_768;

it('free ports are different, and no outgoing connection gets them', async () => {
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
