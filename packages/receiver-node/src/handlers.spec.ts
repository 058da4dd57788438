// Handlers in their frameworks, asked over HTTP.
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Controller, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import Fastify from 'fastify';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { fastifyPlugin, fetchHandler, nodeHandler, type NodeRequest, type NodeResponse, Receiver, Refused, type Webhook } from './index.js';

const SECRET = `whsec_${Buffer.from('a key of thirty-two random bytes').toString('base64')}`;
const BODY = JSON.stringify({ event: 'onDelivered', eventid: 'e-1', timestamp: '2026-03-30T10:00:00Z', data: { raw_scan: 'Köln 📦' } });

let [stored, errors]: [Webhook[], unknown[]] = [[], []];
const store = (webhook: Webhook): Promise<void> => Promise.resolve(void stored.push(webhook));
const receiverOf = (does = store): Receiver =>
  new Receiver({
    secret: SECRET,
    store: does,
    onError: (error) => void errors.push(error),
    onRefused: (refused) => void errors.push(refused),
  });

const signed = (body: string | Buffer = BODY): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': 'e-1',
  'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
  'webhook-signature': new StandardWebhook(SECRET).sign('e-1', new Date(), body.toString()),
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  [stored, errors] = [[], []];
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

/** Each returns the address of a server with this receiver. */
const SERVERS: Readonly<Record<string, (receiver: Receiver) => Promise<string>>> = {
  'node:http': (receiver) => listen(createServer(nodeHandler(receiver))),
  Express: (receiver) => listen(createServer(express().post('/webhooks', nodeHandler(receiver)).use(express.json()))),
  'Express with raw bodies': (receiver) =>
    listen(
      createServer(
        express()
          .use(express.raw({ type: '*/*', limit: '20mb' }))
          .post('/webhooks', nodeHandler(receiver)),
      ),
    ),
  Nest: async (receiver) => {
    const app = await nestWith(receiver, { rawBody: true });
    app.useBodyParser('json', { limit: '1mb' });
    await app.listen(0, '127.0.0.1');
    return `${await app.getUrl()}/webhooks`;
  },
  Fastify: async (receiver) => {
    const app = Fastify();
    closers.push(() => app.close());
    await app.register(fastifyPlugin(receiver), { prefix: '/webhooks' });
    app.post('/other', (request) => request.body);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/webhooks`;
  },
  fetch: (receiver) => listen(createServer(fetchServer(fetchHandler(receiver)))),
};

async function nestWith(receiver: Receiver, options: { readonly rawBody?: boolean }): Promise<NestExpressApplication> {
  const receive = nodeHandler(receiver);
  class WebhookController {
    receive(request: NodeRequest, response: NodeResponse): void {
      receive(request, response);
    }
  }
  const handler = Object.getOwnPropertyDescriptor(WebhookController.prototype, 'receive')!;
  Post()(WebhookController.prototype, 'receive', handler);
  Req()(WebhookController.prototype, 'receive', 0);
  Res()(WebhookController.prototype, 'receive', 1);
  Controller('webhooks')(WebhookController);
  class AppModule {}
  Module({ controllers: [WebhookController] })(AppModule);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false, ...options });
  closers.push(() => app.close());
  return app;
}

/** Serves a fetch-style handler by node:http, as platforms do. */
const fetchServer =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  (incoming, outgoing) => {
    const { method = '', headersDistinct } = incoming;
    const headers = Object.entries(headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    const body = method === 'POST' ? (Readable.toWeb(incoming) as ReadableStream) : null;
    const request = new Request('http://localhost/webhooks', { method, headers, body, duplex: 'half' } as RequestInit);
    void handler(request).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    });
  };

describe.each(Object.entries(SERVERS))('a receiver in %s', (_, serve) => {
  const post = (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, { method: 'POST', body: BODY, headers: signed(), ...init });

  it('stores a webhook before it answers', async () => {
    const response = await post(await serve(receiverOf()));
    expect([response.status, await response.text(), stored]).toMatchObject([204, '', [{ kind: 'tracking', eventid: 'e-1' }]]);
    expect(stored[0]!.body).toEqual(JSON.parse(BODY));
  });

  it('refuses a body that was changed, and says why', async () => {
    const response = await post(await serve(receiverOf()), { body: JSON.stringify(JSON.parse(BODY), null, 2) });
    expect([response.status, await response.text()]).toEqual([401, expect.stringMatching(/^changed_body: /)]);
    expect([stored, errors]).toEqual([[], [expect.any(Refused)]]);
  });

  it('answers 500 when the webhook is not stored, and keeps the error for the log', async () => {
    const failure = new Error('the disk of db-7 is full');
    const response = await post(await serve(receiverOf(() => Promise.reject(failure))));
    expect([response.status, await response.text(), errors]).toEqual([500, expect.not.stringContaining('db-7'), [failure]]);
  });

  it('refuses 10 MB without an end of the server', async () => {
    const url = await serve(receiverOf());
    const large = await post(url, { body: Buffer.alloc(10_000_000, 32), headers: { ...signed(), 'content-length': '10000000' } }).catch(
      () => undefined, // a server may close the connection instead
    );
    expect([413, undefined]).toContain(large?.status);
    expect((await post(url)).status).toBe(204);
    expect(stored).toHaveLength(1);
  });

  it('answers another method with 404 or 405', async () => {
    const url = await serve(receiverOf());
    expect([404, 405]).toContain((await fetch(url)).status);
  });

  it('goes on when peers break off at the head, at the start and in the middle of a body', async () => {
    const url = new URL(await serve(receiverOf()));
    const head = Object.entries(signed()).map(([name, value]) => `${name}: ${value}\r\n`);
    const whole = `POST /webhooks HTTP/1.1\r\nhost: localhost\r\n${head.join('')}content-length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`;
    for (const length of [0, 20, whole.indexOf('\r\n\r\n') + 4, whole.length - 30]) {
      const socket = connect(Number(url.port), url.hostname);
      await new Promise<void>((resolve) => void socket.write(whole.slice(0, length), () => resolve()));
      socket.resetAndDestroy();
    }
    const silent = connect(Number(url.port), url.hostname);
    silent.write(whole.slice(0, whole.length - 30));
    expect((await post(url.href)).status).toBe(204);
    silent.destroy();
    expect(stored).toHaveLength(1);
  });

  it('refuses a header that comes twice', async () => {
    const url = new URL(await serve(receiverOf()));
    const { 'webhook-id': id, ...others } = signed();
    const lines = [...Object.entries(others), ['webhook-id', id], ['Webhook-Id', id]].map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /webhooks HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(BODY)}\r\n`;
    const socket = connect(Number(url.port), url.hostname);
    socket.write(`${head}${lines.join('')}\r\n${BODY}`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 401 .*(?:duplicate_header|wrong_signature): /s);
    expect(stored).toEqual([]);
  });
});

it('answers although the hooks fail, or are not set', async () => {
  const fails = (): never => {
    throw new Error('the log is full');
  };
  const refuses = (): Promise<void> => Promise.reject(new Error('no'));
  const receiver = new Receiver({ secret: SECRET, store: refuses, onRefused: fails, onError: fails });
  expect((await receiver.receive(signed(), BODY)).status).toBe(500);
  expect((await receiver.receive({}, BODY)).status).toBe(401);
  const unset = { onRefused: undefined, onError: undefined, now: undefined } as object;
  expect((await new Receiver({ secret: SECRET, store: refuses, ...unset }).receive({}, BODY)).status).toBe(401);
});

describe('a body that a framework has parsed', () => {
  const refusal = async (url: string): Promise<[number, string]> => {
    const response = await fetch(url, { method: 'POST', body: BODY, headers: signed() });
    return [response.status, await response.text()];
  };

  it('by Express is answered with 500 and the remedy', async () => {
    const url = await listen(createServer(express().use(express.json()).post('/webhooks', nodeHandler(receiverOf()))));
    expect(await refusal(url)).toEqual([500, expect.stringMatching(/^parsed_body: .*express\.raw/)]);
  });

  it('by Nest is answered with 500 and the remedy', async () => {
    const app = await nestWith(receiverOf(), {});
    await app.listen(0, '127.0.0.1');
    expect(await refusal(`${await app.getUrl()}/webhooks`)).toEqual([500, expect.stringMatching(/^parsed_body: .*rawBody: true/)]);
  });

  it('by a fetch-style platform is answered with 500 and the remedy', async () => {
    const request = new Request('http://localhost/', { method: 'POST', body: BODY, headers: signed() });
    await request.json();
    const response = await fetchHandler(receiverOf())(request);
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(/^parsed_body: .*request\.json/)]);
  });

  it('and handed in by hand is answered with 500', async () => {
    const { status } = await receiverOf().receive(signed(), JSON.parse(BODY) as string);
    expect(status).toBe(500);
  });
});
