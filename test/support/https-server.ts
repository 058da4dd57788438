import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { identityFor } from './receiver.js';

export interface Call {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly from: string | undefined;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpsServer {
  readonly url: (path?: string) => string;
  /** Every request so far, in order of arrival; only plain servers record requests. */
  readonly calls: Call[];
  readonly close: () => Promise<void>;
}

/** Starts a server with a certificate of the test CA on a free port of 127.0.0.1; a function decides its answers. */
export async function startHttpsServer(answer: (call: Call) => Reply | Promise<Reply>): Promise<HttpsServer> {
  const calls: Call[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await toCall(request);
    calls.push(call);
    const { status = 200, headers = {}, body = '' } = await answer(call);
    response.writeHead(status, headers).end(body);
  };
  const { url, close } = await listen(() => (request, response) => void respond(request, response).catch(() => response.destroy()));
  return { url, calls, close };
}

/** Starts such a server for a listener that needs to know its own address. */
export async function listen(listenerAt: (origin: string) => RequestListener): Promise<Omit<HttpsServer, 'calls'>> {
  const server = createServer(await identityFor({}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', listenerAt(origin));
  return {
    url: (path = '/') => origin + path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function toCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    path: request.url ?? '/',
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
    from: request.socket.remoteAddress,
  };
}
