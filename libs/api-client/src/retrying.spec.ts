// The client against a server that fails in every way.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, apiClient, dataOf, InvalidRequest, NotFound, retrying, ServiceUnavailable, Throttled } from './index.js';

type Reply = (response: ServerResponse) => void;
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const fault = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  json(status, { type: 'client_error', errors: [{ code, detail: 'Words.', attr: code === 'required' ? 'url' : null }] }, headers);
const resets: Reply = (response) => void response.destroy();
const works = json(200, { receivers: [] });

let replies: Reply[] = [];
const asked: { method: string; key: string | undefined; body: string }[] = [];
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  asked.push({ method: request.method ?? '', key: request.headersDistinct['idempotency-key']?.join(), body });
  (replies.shift() ?? works)(response);
}
const server = createServer((request, response) => void serve(request, response));
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void asked.splice(0));

const client = () => apiClient({ baseUrl, credentials: { user: 1, token: 't' }, fetch: retrying({ pauseMs: 1 }) });
const read = () => dataOf(client().GET('/receivers'));
const create = () => dataOf(client().POST('/receivers', { body: { url: 'https://shop.example/' } }));
const redeliver = () => dataOf(client().POST('/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId: 'd' } } }));

describe('a read', () => {
  it.each([
    ['a 503', fault(503, 'service_unavailable')],
    ['a 503 with Retry-After: 0', fault(503, 'service_unavailable', { 'retry-after': '0' })],
    ['a 502 of a proxy', (response: ServerResponse) => void response.writeHead(502).end('<html>')],
    ['a reset connection', resets],
  ])('is repeated after %s', async (_, reply) => {
    replies = [reply, reply];
    expect(await read()).toEqual({ receivers: [] });
    expect(asked).toHaveLength(3);
  });

  it('is tried four times', async () => {
    replies = Array.from({ length: 9 }, () => fault(503, 'service_unavailable'));
    await expect(read()).rejects.toThrow(ServiceUnavailable);
    expect(asked).toHaveLength(4);
  });

  it('is not repeated after an error that cannot pass', async () => {
    replies = [resets];
    const once = apiClient({ baseUrl, fetch: retrying({ pauseMs: 1, mayPass: () => false }) });
    await expect(once.GET('/receivers')).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('is not repeated when the pause is too long', async () => {
    replies = [fault(503, 'service_unavailable', { 'retry-after': '31' })];
    await expect(read()).rejects.toMatchObject({ retryAfterSeconds: 31 });
    expect(asked).toHaveLength(1);
  });

  it('is not repeated after its own fault', async () => {
    replies = [fault(404, 'not_found')];
    await expect(read()).rejects.toThrow(NotFound);
    expect(asked).toHaveLength(1);
  });
});

describe('a change', () => {
  it.each([
    ['a 503', fault(503, 'service_unavailable')],
    ['a reset connection', resets],
  ])('is not repeated after %s: it may have been made', async (_, reply) => {
    replies = [reply];
    await expect(create()).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('is repeated with its body after a 429, which did nothing', async () => {
    replies = [fault(429, 'throttled', { 'retry-after': '0' }), json(201, { receiverId: 'r' })];
    expect(await create()).toEqual({ receiverId: 'r' });
    expect(asked.map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => '{"url":"https://shop.example/"}'));
  });
});

describe('a redelivery', () => {
  it('gets a key, and keeps it when it is repeated', async () => {
    replies = [resets, fault(503, 'service_unavailable'), json(202, { redeliveryId: 'r' })];
    expect(await redeliver()).toEqual({ redeliveryId: 'r' });
    const keys = new Set(asked.map(({ key }) => key));
    expect([asked.length, keys.size, [...keys][0]]).toEqual([3, 1, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('keeps the key of the caller', async () => {
    await client().POST('/deliveries/{deliveryId}/redeliver', {
      params: { path: { deliveryId: 'd' }, header: { 'Idempotency-Key': 'mine' } },
    });
    expect(asked.map(({ key }) => key)).toEqual(['mine']);
  });
});

describe('an error', () => {
  it('is of the class for its code, and says what, where and how to find it in the log', async () => {
    replies = [fault(400, 'required', { 'x-request-id': 'q-1' })];
    const error = await create().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequest);
    expect(error).toMatchObject({ status: 400, code: 'required', message: 'url: Words.', requestId: 'q-1' });
  });

  it.each([
    ['a newer service', fault(422, 'teapot')],
    ['a code like a field of every object', fault(422, 'constructor')],
    ['a proxy', (response: ServerResponse) => void response.writeHead(418).end('<html>')],
  ])('of %s is an ApiError', async (_, reply) => {
    replies = [reply];
    const error = await read().catch((thrown: unknown) => thrown);
    expect([error, (error as Error).name]).toEqual([expect.any(ApiError), 'ApiError']);
  });

  it('of a throttled request is Throttled when the tries are over', async () => {
    replies = Array.from({ length: 4 }, () => fault(429, 'throttled', { 'retry-after': '0' }));
    await expect(create()).rejects.toThrow(Throttled);
  });
});
