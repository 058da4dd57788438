// in: sockets on which an answer is expected; out: a call for each socket that receives far more than an answer needs
import type { Socket } from 'node:net';
import { KIB } from '#libs/config';

/** The limit counts everything beside the body: TLS records, heads, interim answers, chunk framing, blank lines. */
const MAX_READ_BYTES = 256 * KIB;
const LOOK_MS = 100;

class Flood extends Error {
  readonly code = 'E_FLOOD'; // the message says everything (outcome.ts)
}

interface Watch {
  limitBytes: number;
  /** undefined = no exchange is under way: then the connection is closed silently. */
  tell: ((flood: Error) => void) | undefined;
}

/** One watch per open connection. */
const watches = new Map<Socket, Watch>();
let looks: NodeJS.Timeout | undefined;
/** TLS socket → the socket under it. The lower socket counts all bytes; the TLS socket counts only the contents of its records. */
const lines = new WeakMap<Socket, Socket>();

export const runsOn = (socket: Socket, line: Socket): void => void lines.set(socket, line);

/** `begin` counts everything on a new connection, its TLS handshake included; `now` counts what a kept connection receives from now on. */
export type Since = 'begin' | 'now';

/**
 * Checks regularly, with one timer for all sockets, and calls `tell` when the socket has received more than any answer needs.
 * @returns a function to call when the exchange is over; the idle connection stays limited
 */
export function whenReadTooFar(socket: Socket, since: Since, tell: (flood: Error) => void): () => void {
  const line = lines.get(socket) ?? socket;
  const watch = watches.get(line) ?? { limitBytes: MAX_READ_BYTES, tell };
  if (since === 'now') watch.limitBytes = line.bytesRead + MAX_READ_BYTES;
  watch.tell = tell;
  watches.set(line, watch);
  looks ??= setInterval(look, LOOK_MS).unref();
  return () => {
    if (watch.tell === tell) watch.tell = undefined;
  };
}

function look(): void {
  for (const [line, { limitBytes, tell }] of watches) {
    if (line.destroyed) watches.delete(line);
    else if (line.bytesRead > limitBytes) {
      const flood = new Flood(`it sent more than ${MAX_READ_BYTES / KIB} KiB without a status`);
      if (tell) tell(flood);
      else line.destroy(flood);
    }
  }
  if (watches.size > 0) return;
  clearInterval(looks);
  looks = undefined;
}
