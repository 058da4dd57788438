// in: sockets that somebody answers on; out: word of those on which far more comes than an answer
import type { Socket } from 'node:net';
import { KIB } from '#libs/config';

/** Everything counts here that is in no body: TLS' own records, heads, interim answers, the framing of chunks, blank lines. */
const MAX_READ_BYTES = 256 * KIB;
const LOOK_MS = 100;

class Flood extends Error {
  readonly code = 'E_FLOOD'; // all is said in its message (outcome.ts)
}

interface Watch {
  limitBytes: number;
  /** Undefined = no exchange is under way: then the connection ends without a word. */
  tell: ((flood: Error) => void) | undefined;
}

/** One watch for each open connection. */
const watches = new Map<Socket, Watch>();
let looks: NodeJS.Timeout | undefined;
/** The socket that a TLS socket runs on: it counts all bytes, while the TLS socket counts the contents of its records alone. */
const lines = new WeakMap<Socket, Socket>();

export const runsOn = (socket: Socket, line: Socket): void => void lines.set(socket, line);

/** What counts: the whole of a new connection, its TLS handshake included, or what comes on a kept one from now on. */
export type Since = 'begin' | 'now';

/**
 * Tells, now and then, that more was read from the socket than any answer needs; one timer for all of them.
 * @returns to be called when the exchange is over: what comes on the idle connection is bounded, too
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
