import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAuthority } from '../../../../scripts/stack/certificates.js';
import { type HttpClient, newReceiverId, openHttpClient, webhookTo } from '../../../../test/support/hostile-server/http-client.js';

const CONNECTED = 'undici:client:connected';
const LONG_MS = 60_000;

let client: HttpClient;
let port: number;
let last: Socket | undefined;
let requests = 0;
const ends: (() => void)[] = [];
const remember = (message: unknown): void => void (last = (message as { socket: Socket }).socket);

beforeAll(async () => {
  const authority = await createAuthority();
  const server = createServer(await authority.issue(), (_, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  client = await openHttpClient(authority.certificatePem);
  subscribe(CONNECTED, remember);
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
});
afterAll(async () => {
  unsubscribe(CONNECTED, remember);
  await client.close();
  ends.forEach((end) => end());
});

it('a POST uses another connection when its kept connection ends before the POST is written', async () => {
  const receiverId = newReceiverId();
  const post = async () => (await client.webhooks.post(webhookTo(receiverId, port, LONG_MS))).outcome;
  expect(await post()).toMatchObject({ kind: 'accepted' });
  for (let turns = 0; turns < 3; turns++) await turnOfTheLoop(); // undici does not free a connection sooner
  const second = post(); // undici first checks whether its idle connection is alive
  last!.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  expect(await second).toMatchObject({ kind: 'accepted' });
  expect(requests).toBe(2);
});
