import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECOND } from '#libs/config';
import { ApiError, type ErrorName, toErrorBody } from '#libs/errors';
import { parseOneAtATime } from './one-at-a-time.setup.js';
import { REQUEST_ID_HEADER } from './request-gate.middleware.js';

/** Longer than the idle time of common load balancers, so that the load balancer closes idle connections. */
const KEEP_ALIVE_MS = 65 * SECOND;
const HEADERS_MS = 15 * SECOND;
const REQUEST_MS = 60 * SECOND;
/** By default Node looks for late requests every 30 s, so it would wait up to 45 s for headers. */
const CHECK_MS = SECOND;
const LINGER_MS = SECOND;
/** The longest time in which a client may read no byte of an answer; each byte restarts it. */
const UNREAD_MS = 30 * SECOND;

/**
 * Sets up the server: one request at a time per connection, time limits, API errors for input that is not an HTTP request, and a close that
 * waits only for answers still due.
 */
export function setUpServer(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  (server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval = CHECK_MS;
  // Node's own 400 has no body; request-gate answers in the form of the API.
  (server as { requireHostHeader?: boolean }).requireHostHeader = false;
  server.timeout = UNREAD_MS;
  server.on('timeout', cutUnlessAtWork);
  server.on('clientError', refuse);
  // Without this listener, Node closes the connection without an answer. The target of CONNECT is no address of the API.
  server.on('connect', (_: IncomingMessage, socket: Duplex) => answer(socket, ApiError.of('notFound')));
  // Unknown expectations may be ignored (RFC 9110); Node would answer 417 without the error format.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
  server.on('request', (_: IncomingMessage, response: ServerResponse) => response.once('close', () => closeIdle(server)));
  parseOneAtATime(server);
}

/** Node closes idle connections once, when closing begins. A connection that becomes idle later would delay the close until its keep-alive ends. */
function closeIdle(server: Server): void {
  if (!server.listening) setImmediate(() => server.closeIdleConnections());
}

const NAMES: Readonly<Record<string, ErrorName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
};

const underWayOn = (socket: Duplex): ServerResponse | null | undefined => (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

/**
 * Closes a socket without traffic for UNREAD_MS, unless the API still works on its answer. The client is idle, or does not read an answer
 * that stays in memory.
 */
function cutUnlessAtWork(socket: Duplex): void {
  const answer = underWayOn(socket);
  if (!answer || answer.writableEnded) socket.destroy();
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  const underWay = underWayOn(socket);
  // The client would read a second answer as part of the answer that is being written.
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy(error);
    return;
  }
  const name = NAMES[error.code ?? ''];
  answer(socket, name ? ApiError.of(name) : ApiError.of('invalid', { detail: 'This is not an HTTP request.' }));
}

function answer(socket: Duplex, error: ApiError): void {
  socket.on('error', () => undefined);
  socket.end(toRawAnswer(error));
  // A socket that is destroyed at once can lose the answer; a socket that stays open waits for its peer for ever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Returns a whole HTTP answer as text: no response object exists without a request. */
function toRawAnswer(error: ApiError): string {
  const body = JSON.stringify(toErrorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${randomUUID()}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
