import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECOND } from '#libs/config';
import { ApiError, type ErrorName } from '#libs/errors';
import { toRawAnswer } from './raw-answer.js';

/** Longer than the idle time of common load balancers, so that they, not we, close idle connections. */
const KEEP_ALIVE_MS = 65 * SECOND;
const HEADERS_MS = 15 * SECOND;
const REQUEST_MS = 60 * SECOND;

/** Limits in time, answers in our form to what never became a request, and a close that waits only for answers still due. */
export function setUpServer(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.on('clientError', refuse);
  // Expectations we do not know may be ignored (RFC 9110); Node would answer 417 past our error format.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
  server.on('request', (_: IncomingMessage, response: ServerResponse) => response.once('close', () => closeIdle(server)));
}

/** Node closes idle connections once, when closing begins; one that becomes idle later would hold the close for as long as it is kept alive. */
function closeIdle(server: Server): void {
  if (!server.listening) setImmediate(() => server.closeIdleConnections());
}

const NAMES: Readonly<Record<string, ErrorName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
};

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A second answer into the middle of one under way would be read as part of it.
  const { _httpMessage: underWay } = socket as { _httpMessage?: ServerResponse };
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy(error);
    return;
  }
  const name = NAMES[error.code ?? ''];
  socket.end(toRawAnswer(name ? ApiError.of(name) : ApiError.of('invalid', { detail: 'This is no HTTP request.' }), randomUUID()));
}
