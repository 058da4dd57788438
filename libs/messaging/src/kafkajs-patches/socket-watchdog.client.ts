// kafkajs issue: tulios/kafkajs#1783 (open pull request): a producer keeps sending into the connection of a request that timed out.
// Can go when: the Kafka client closes a connection whose requests time out, for consumers and producers.

import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** Longer than a broker may delay the response to a join: the rebalance timeout and a margin. No other request takes as long. */
const SILENT_MS = 40_000;
const LOOK_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Sockets to brokers that close when the broker is silent. kafkajs gives up a request that times out, but keeps its connection.
 * If the peer is gone without a FIN or RST (a firewall dropped its state, a host lost power), kafkajs sends every further request
 * into the same dead connection. The kernel closes it only after a quarter of an hour.
 */
export const socketsWithin =
  (requestMs: number): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    const socket = ssl
      ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
      : net.connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.setNoDelay(true); // each request is one write: with Nagle's algorithm it would wait for the acknowledgement of the previous write
    const connections = connectionsTo(`${host}:${port}`);
    connections.add(new WatchedConnection(socket, { givenUpMs: requestMs, silentMs: Math.max(SILENT_MS, requestMs) }, connections));
    return socket;
  };

/** The open connections of this process by broker. There are few brokers, so empty sets stay. */
const connectionsByBroker = new Map<string, Set<WatchedConnection>>();

function connectionsTo(broker: string): Set<WatchedConnection> {
  const known = connectionsByBroker.get(broker) ?? new Set();
  connectionsByBroker.set(broker, known);
  return known;
}

export interface SilenceLimits {
  /** After this time kafkajs has given up a request. If it then writes another one and still gets no response, the connection is dead. */
  readonly givenUpMs: number;
  /** The longest time that any request may take: kafkajs writes a join once and nothing after it. */
  readonly silentMs: number;
}

/** A connection to a broker. It closes when the broker sends no data for one of these times after a write. */
export class WatchedConnection {
  private answered = 0;
  private written = 0;
  private owedMs = 0;
  private heardMs = performance.now();
  private readonly lookEveryMs: number;

  /** @param others all connections to the same broker; this connection leaves the set when its socket closes */
  constructor(
    private readonly socket: net.Socket,
    private readonly limits: SilenceLimits,
    private readonly others: Set<WatchedConnection>,
  ) {
    this.lookEveryMs = Math.min(LOOK_EVERY_MS, limits.givenUpMs);
    const timer = setInterval(() => this.look(), this.lookEveryMs).unref();
    // Recorded at once, not at the next look: only bytes written after the last response are unanswered.
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
    const isDead = (this.owedMs > this.limits.givenUpMs && isAskedAgain) || this.owedMs >= this.limits.silentMs;
    if (isDead) this.end();
  }

  /** Also closes the other connections that have received nothing since: otherwise each of them needs a failed request of its own. */
  private end(): void {
    const sinceMs = performance.now() - this.owedMs + this.lookEveryMs;
    const reason = new Error(`the broker has answered nothing for ${this.owedMs} ms`);
    for (const each of this.others) if (each === this || each.heardMs < sinceMs) each.socket.destroy(reason);
  }
}
