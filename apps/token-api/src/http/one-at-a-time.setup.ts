import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '#libs/config';

/** Beyond so many it is no client that merely hopes: all that lies in memory for them goes at once. */
const MOST_BEHIND = 16;
const LINGER_MS = SECOND;

interface UnderWay {
  readonly response: ServerResponse;
  behind: number;
}

/**
 * Lets one request of a connection begin at a time. Node reads thousands of them from 64 KiB, and would have them all worked on at once.
 * What a client sends before its answer is not begun: the connection ends behind that answer, and the client sends it again (RFC 9112, 9.3.2).
 * Before the framework: a flood is to cost little.
 */
export function beginOneAtATime(server: Server): void {
  const underWay = new WeakMap<Socket, UnderWay>();
  const begin = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const first = underWay.get(socket);
    if (first && (first.behind > 0 || !first.response.writableFinished)) return refuse(first, request);
    underWay.set(socket, { response, behind: 0 });
    for (const each of begin) each.call(server, request, response);
  });
}

/** What comes behind is read and dropped for a while: a connection that is closed before it is read takes the answer with it (RFC 9112, 9.6). */
function refuse(first: UnderWay, request: IncomingMessage): void {
  first.behind++;
  request.resume();
  if (first.behind === 1) endBehind(first.response, request.socket);
  if (first.behind > MOST_BEHIND) request.socket.destroy();
}

function endBehind(response: ServerResponse, socket: Socket): void {
  response.shouldKeepAlive = false; // says so, unless it has begun already
  const end = (): void => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  socket.destroySoon = end; // Node's own way to end behind an answer that says so
  response.once('finish', end);
}
