// in: sockets that somebody answers on; out: word of those on which far more comes than an answer
import type { Socket } from 'node:net';
import { KIB } from '#libs/config';

/** Everything counts here that is in no body: heads, interim answers, the framing of chunks, blank lines. */
const MAX_READ_BYTES = 256 * KIB;
const LOOK_MS = 250;

class Flood extends Error {
  readonly code = 'E_FLOOD'; // all is said in its message (outcome.ts)
}

interface Watch {
  readonly socket: Socket;
  readonly limitBytes: number;
  readonly tell: (flood: Error) => void;
}

const watches = new Set<Watch>();
let looks: NodeJS.Timeout | undefined;

/**
 * Tells, now and then, that more was read from the socket since now than any answer needs; one timer for all of them.
 * @returns to be called when that is of no interest any more
 */
export function whenReadTooFar(socket: Socket, tell: Watch['tell']): () => void {
  const watch = { socket, limitBytes: socket.bytesRead + MAX_READ_BYTES, tell };
  watches.add(watch);
  looks ??= setInterval(look, LOOK_MS).unref();
  return () => void watches.delete(watch);
}

function look(): void {
  for (const { socket, limitBytes, tell } of watches)
    if (socket.bytesRead > limitBytes) tell(new Flood(`it sent more than ${MAX_READ_BYTES / KIB} KiB without a status`));
  if (watches.size > 0) return;
  clearInterval(looks);
  looks = undefined;
}
