import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** What a request has; one that has had it is made again. Joins have longer. */
export const REQUEST_TIMEOUT_MS = 15_000;
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
  const others = linesTo(`${host}:${port}`);
  others.add(new Line(socket, { givenUpMs: REQUEST_TIMEOUT_MS, silentMs: SILENT_MS }, others));
  return socket;
};

/** Of this process, by broker. There are few brokers: an empty set stays. */
const lines = new Map<string, Set<Line>>();

function linesTo(broker: string): Set<Line> {
  const known = lines.get(broker) ?? new Set();
  lines.set(broker, known);
  return known;
}

export interface Patience {
  /** A request has been given up by then: one that is written later, while nothing was answered, was sent after it into the void. */
  readonly givenUpMs: number;
  /** The longest that any request may wait: a join is written once, and nothing behind it. */
  readonly silentMs: number;
}

/** A connection to a broker. It ends when what was written has been followed by no answer at all for so long. */
export class Line {
  private answered = 0;
  private written = 0;
  private owedMs = 0;
  private heardMs = performance.now();
  private readonly lookEveryMs: number;

  /** @param others that lead to the same broker; it leaves them when its socket closes */
  constructor(
    private readonly socket: net.Socket,
    private readonly patience: Patience,
    private readonly others: Set<Line>,
  ) {
    this.lookEveryMs = Math.min(LOOK_EVERY_MS, patience.givenUpMs);
    const timer = setInterval(() => this.look(), this.lookEveryMs).unref();
    // At the very moment, not at the next look: what is written behind the last answer is what waits.
    socket
      .on('data', () => this.hear())
      .on('secureConnect', () => this.hear())
      .once('close', () => {
        clearInterval(timer);
        others.delete(this);
      });
  }

  private hear(): void {
    this.answered = this.socket.bytesWritten;
    this.owedMs = 0;
    this.heardMs = performance.now();
  }

  private look(): void {
    const isAskedAgain = this.socket.bytesWritten !== this.written;
    this.written = this.socket.bytesWritten;
    this.owedMs = this.written === this.answered ? 0 : this.owedMs + this.lookEveryMs;
    const isVoid = (this.owedMs > this.patience.givenUpMs && isAskedAgain) || this.owedMs >= this.patience.silentMs;
    if (isVoid) this.end();
  }

  /** With those that have heard nothing since either: they would each be found out by a request of their own, one after the other. */
  private end(): void {
    const sinceMs = performance.now() - this.owedMs + this.lookEveryMs;
    const reason = new Error(`the broker has answered nothing for ${this.owedMs} ms`);
    for (const line of this.others) if (line === this || line.heardMs < sinceMs) line.socket.destroy(reason);
  }
}
