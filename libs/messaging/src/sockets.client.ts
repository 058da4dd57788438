import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** Longer than a join may be kept waiting for its answer (rebalance timeout and a little): nothing else takes as long. */
const SILENT_MS = 40_000;
const LOOK_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Sockets to brokers that end when nothing answers. kafkajs gives up a request that times out, but never the connection it was sent on: where
 * the other end is gone without a word (a firewall that forgot, a host without power) every further request would be sent into the same void
 * until the kernel gives up, a quarter of an hour later.
 */
export const sockets: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : net.connect({ host, port }, onConnect);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.setNoDelay(true); // each request is one write: held back, it would wait for the acknowledgement of the one before
  endWhenSilent(socket, SILENT_MS);
  return socket;
};

/** Ends the socket when what was written has been followed by no answer at all for so long. */
export function endWhenSilent(socket: net.Socket, silentMs: number): void {
  let read = 0;
  let written = 0;
  let owedMs = 0;
  const look = (): void => {
    const isAnswered = socket.bytesRead !== read;
    const isOwed = !isAnswered && socket.bytesWritten !== written;
    owedMs = isOwed ? owedMs + lookEveryMs : 0;
    if (isAnswered) [read, written] = [socket.bytesRead, socket.bytesWritten];
    if (owedMs >= silentMs) socket.destroy(new Error(`the broker has answered nothing for ${silentMs} ms`));
  };
  const lookEveryMs = Math.min(LOOK_EVERY_MS, silentMs);
  const timer = setInterval(look, lookEveryMs).unref();
  socket.once('close', () => clearInterval(timer));
}
