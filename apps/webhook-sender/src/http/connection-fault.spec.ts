import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { createAuthority } from '../../../../scripts/stack/certificates.js';
import { type HttpClient, newReceiverId, openHttpClient, webhookTo } from '../../../../test/support/hostile-server/http-client.js';
import { ConnectionFault } from './connection-fault.js';
import { Exchange } from './exchange.client.js';

const LONG_MS = 60_000;
const FAILED = { kind: 'connection', detail: 'the service closed the connection because of an internal error' };
const CONNECTED = 'undici:client:connected';

const failing = (): never => {
  throw new TypeError('a fault of a test');
};

describe('an exception while a webhook is sent', () => {
  let server: Server;
  let client: HttpClient;
  let isCut: boolean;

  beforeAll(async () => {
    const authority = await createAuthority();
    server = createServer(await authority.issue(), (request, response) => {
      if (isCut) request.socket.destroy();
      else response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = await openHttpClient(authority.certificatePem);
  });
  beforeEach(() => {
    isCut = false;
    (client.faults as unknown[]).length = 0;
  });
  afterAll(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const post = async (receiverId: string, at = port()) => (await client.webhooks.post(webhookTo(receiverId, at, LONG_MS))).outcome;

  /** Returns the result of `work`. Connections that undici opens meanwhile have one more listener. */
  async function listening<T>(event: string, work: () => Promise<T>): Promise<T> {
    const connected = (message: unknown): void => void (message as { socket: Socket }).socket.prependListener(event, failing);
    subscribe(CONNECTED, connected);
    try {
      return await work();
    } finally {
      unsubscribe(CONNECTED, connected);
    }
  }

  it.each([
    ['readable', false],
    ['end', true],
    ['close', true],
  ])('in a listener of its socket (%s) ends only its attempt', async (event, cut) => {
    const receiverId = newReceiverId();
    isCut = cut;
    const outcome = await listening(event, () => post(receiverId));
    expect(outcome.kind).toBe('connection');
    expect(client.faults).toEqual([new TypeError('a fault of a test')]);
    isCut = false;
    expect((await post(receiverId)).kind).toBe('accepted');
  });

  it('in the callback of an opened connection fails its attempts, and the next attempt gets another pool', async () => {
    const receiverId = newReceiverId();
    client.connections.to(webhookTo(receiverId, port(), LONG_MS)).pool.on('connect', failing);
    expect(await Promise.all([post(receiverId), post(receiverId)])).toEqual([FAILED, FAILED]);
    expect(client.faults.length).toBeGreaterThan(0);
    expect((await post(receiverId)).kind).toBe('accepted');
  });

  it('in the callback of a failed connection fails its attempt', async () => {
    const receiverId = newReceiverId();
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port: unused } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    client.connections.to(webhookTo(receiverId, unused, LONG_MS)).pool.on('connectionError', failing);
    expect((await post(receiverId, unused)).kind).toBe('connection');
    expect(client.faults).toHaveLength(1);
  });
});

describe('an exception in an exchange', () => {
  const abort = (error: unknown): never => failing.call(error);
  const controller = { abort } as unknown as Dispatcher.DispatchController;
  const fine = { abort: () => undefined } as unknown as Dispatcher.DispatchController;

  it('at its deadline is reported, and the exchange fails with its deadline', async () => {
    const faults: unknown[] = [];
    const exchange = new Exchange(1, (error) => faults.push(error));
    exchange.onRequestStart(controller);
    await expect(exchange.answer).rejects.toThrow('the deadline of the exchange has passed');
    expect(faults).toHaveLength(1);
  });

  it.each<[string, (exchange: Exchange) => void]>([
    ['the head of an answer', (exchange) => exchange.onResponseStart(fine, 200, new Proxy({}, { get: failing }))],
    ['a part of an answer', (exchange) => exchange.onResponseData(fine, new Proxy(Buffer.alloc(1), { get: failing }))],
  ])('at %s is reported, and the exchange fails', async (_, callback) => {
    const faults: unknown[] = [];
    const exchange = new Exchange(LONG_MS, (error) => faults.push(error));
    exchange.onRequestStart(fine);
    callback(exchange);
    await expect(exchange.answer).rejects.toBeInstanceOf(ConnectionFault);
    expect(faults).toHaveLength(1);
  });
});
