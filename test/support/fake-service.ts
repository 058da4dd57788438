import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WebhookPayload } from '#libs/contracts';
import { httpServer, type HttpServer } from './http-server.js';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export interface FakeService extends HttpServer {
  /** The events in the order of storing; a position is the number of events before it. */
  readonly events: WebhookPayload[];
  /** Answers by method and path, in place of the usual answer. */
  readonly replies: Map<string, Reply>;
  /** Answers of the next requests, whatever they ask. */
  readonly next: Reply[];
  readonly asked: { readonly request: string; readonly token: string | undefined; readonly body: string }[];
}

export const json =
  (body: unknown, status = 200): Reply =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' }).end(JSON.stringify(body));
  };

export const fault = (status: number, code: string, detail = 'Words.'): Reply =>
  json({ type: 'client_error', errors: [{ code, detail, attr: null }] }, status);

/** Starts a server that answers as token-api does, as far as the customers' command line asks. */
export async function fakeService(version: string): Promise<FakeService> {
  const [events, next, asked]: [WebhookPayload[], Reply[], FakeService['asked']] = [[], [], []];
  const replies = new Map<string, Reply>([
    ['GET /openapi.json', json({ openapi: '3.1.0', info: { version } })],
    ['GET /sessions/current', json({ account: 1, scope: 'read' })],
    ['GET /events', (request, response) => json(pageOf(events, request))(request, response)],
  ]);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path] = (request.url ?? '').split('?');
    asked.push({
      request: `${request.method} ${request.url}`,
      token: request.headersDistinct['token']?.join(),
      body: await text(request),
    });
    const reply = next.shift() ?? replies.get(`${request.method} ${path}`) ?? fault(404, 'not_found', 'There is no such route.');
    reply(request, response);
  };
  const serve: RequestListener = (request, response) => void answer(request, response);
  return { ...(await httpServer(serve)), events, replies, next, asked };
}

function pageOf(events: readonly WebhookPayload[], request: IncomingMessage): object {
  const { searchParams } = new URL(request.url ?? '', 'http://service');
  const after = searchParams.get('after') ?? 'end';
  const from = after === 'end' ? events.length : Number(after);
  const page = events.slice(from, from + Number(searchParams.get('limit') ?? 20));
  return {
    events: page.map((payload) => ({ payload, eventid: payload.eventid })),
    nextCursor: null,
    nextAfter: String(from + page.length),
  };
}
