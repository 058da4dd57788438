import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Beyond so many it is no client that merely hopes: all that lies in memory for them goes at once. */
const MOST_BEHIND = 16;

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
    if (first && !first.response.writableFinished) return refuse(first, socket);
    underWay.set(socket, { response, behind: 0 });
    for (const each of begin) each.call(server, request, response);
  });
}

function refuse(first: UnderWay, socket: Socket): void {
  first.behind++;
  if (first.behind === 1) endBehind(first.response, socket);
  if (first.behind > MOST_BEHIND) socket.destroy();
}

function endBehind(response: ServerResponse, socket: Socket): void {
  socket.pause();
  response.shouldKeepAlive = false; // says so, unless it has begun already
  response.once('finish', () => socket.destroySoon());
}
