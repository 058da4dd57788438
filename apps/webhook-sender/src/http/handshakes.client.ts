import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { KIB, SECOND } from '#libs/config';
import { GuardedLine } from './guarded-line.client.js';

/** Limits on the cost of TLS handshakes with one server. */
export interface HandshakeLimits {
  /** The most bytes of a probe. A usual chain has 3 to 6 KiB. The costliest chain of 16 KiB takes 200 ms of the thread. */
  readonly mostBytes: number;
  /** The limit of a cheap handshake, ms. A handshake with a usual chain takes 2 to 6 ms of the thread. */
  readonly cheapMs: number;
  /** After costly probes, a server rests for this multiple of their cost. */
  readonly restFactor: number;
  /** The next probe waits at most this long for a probe that hangs. */
  readonly silentMs: number;
}

const LIMITS: HandshakeLimits = { mostBytes: 16 * KIB, cheapMs: 10, restFactor: 1000, silentMs: SECOND };
/** The rest after a failure that was not measured by a probe: the costliest chain takes 12 ms per KiB. */
const REST_MS_PER_KIB = SECOND;
/** The most servers remembered, in order of last use. */
const MOST_SERVERS = 10_000;
/** The longest time that a successful probe may take to close its connection. */
const GOODBYE_MS = SECOND;

/** No handshake is made, because the last handshakes failed and cost too much. The attempt waits and is not charged. */
export class ServerRests extends Error {
  readonly code = 'E_SERVER_RESTS';

  /** @param restMs the time until the next handshake */
  constructor(readonly restMs: number) {
    super(`its last TLS handshakes failed and took too much computing time: the next handshake is made in ${Math.ceil(restMs / SECOND)} s`);
  }
}

interface Server {
  /** True when the server's latest handshake has succeeded. */
  isProven: boolean;
  restsUntilMs: number;
  /** The computing time of the last probe, if it failed. Two costly probes in a row are not garbage collection. */
  lastCostMs: number;
  /** No further probe begins before this resolves. */
  turn: Promise<unknown>;
  /** Connections during a handshake that is not a probe. */
  readonly securing: Set<TLSSocket>;
}

/** A connection that is to be secured. */
export interface Securing {
  /** The receiver, and the address of its server. */
  readonly server: string;
  /** Starts TLS on a connected socket. */
  readonly start: (socket: Socket) => TLSSocket;
  /** Opens another connection to the same server. */
  readonly connect: () => Promise<Socket>;
}

/**
 * Makes the TLS handshakes with receivers' servers. OpenSSL verifies the whole chain of a server, trusted or not, on the thread that all
 * receivers share: a chain of 100 KB takes 700 ms. So the first handshake with a server is a probe that carries no request: it is bounded
 * and measured, and only one probe runs at a time. A server that has passed gets plain connections. After costly failures the server rests.
 */
export class Handshakes {
  private readonly servers = new Map<string, Server>();

  constructor(private readonly limits = LIMITS) {}

  /**
   * @param raw a connected socket; it becomes the connection, or carries the probe
   * @throws ServerRests, HandshakeRefused, or the error of `start` or `connect`
   */
  async make(securing: Securing, raw: Socket): Promise<TLSSocket> {
    const server = this.serverOf(securing.server);
    if (server.isProven) return this.secure(server, raw, securing);
    const isProbe = await inTurn(server, this.limits.silentMs, async () => {
      if (server.isProven) return false;
      await this.probe(server, raw, securing);
      return true;
    });
    return this.secure(server, isProbe ? await securing.connect() : raw, securing);
  }

  private serverOf(name: string): Server {
    const server = this.servers.get(name) ?? newServer();
    this.servers.delete(name);
    this.servers.set(name, server);
    const [oldest] = this.servers.keys();
    if (this.servers.size > MOST_SERVERS) this.servers.delete(oldest!);
    return server;
  }

  private async probe(server: Server, raw: Socket, { start }: Securing): Promise<void> {
    refuseEnded(raw);
    refuseResting(server, raw);
    const line = new GuardedLine(raw, this.limits.mostBytes);
    const socket = start(asSocket(line));
    try {
      await Promise.race([secured(socket), line.broken]);
    } catch (error) {
      line.destroy();
      socket.destroy();
      this.learn(server, line.costMs);
      throw error;
    }
    [server.isProven, server.lastCostMs] = [true, 0];
    const goodbye = setTimeout(() => line.destroy(), GOODBYE_MS).unref();
    socket.once('close', () => clearTimeout(goodbye)).end();
  }

  /** Learns the cost of a failed probe. */
  private learn(server: Server, costMs: number): void {
    const surelyMs = Math.min(costMs, server.lastCostMs);
    server.lastCostMs = costMs;
    if (surelyMs > this.limits.cheapMs) server.restsUntilMs = performance.now() + this.limits.restFactor * surelyMs;
  }

  private async secure(server: Server, raw: Socket, { start }: Securing): Promise<TLSSocket> {
    refuseEnded(raw);
    refuseResting(server, raw);
    const socket = start(raw);
    server.securing.add(socket);
    try {
      return await secured(socket);
    } catch (error) {
      if (!(error instanceof ServerRests)) this.doubt(server, raw.bytesRead);
      throw error;
    } finally {
      server.securing.delete(socket);
    }
  }

  /** The next handshake becomes a probe again; the chains on the server's other connections are just as long. */
  private doubt(server: Server, bytesRead: number): void {
    server.isProven = false;
    const restMs = Math.floor(bytesRead / KIB) * REST_MS_PER_KIB;
    if (restMs === 0) return;
    server.restsUntilMs = performance.now() + restMs;
    server.securing.forEach((other) => other.destroy(new ServerRests(restMs)));
  }
}

const newServer = (): Server => ({ isProven: false, restsUntilMs: 0, lastCostMs: 0, turn: Promise.resolve(), securing: new Set() });

/** Runs probes one after another, unless one hangs. */
function inTurn<T>(server: Server, silentMs: number, work: () => Promise<T>): Promise<T> {
  const { turn } = server;
  const made = turn.then(work);
  const ended = made.catch(() => undefined);
  server.turn = turn.then(() => (server.isProven ? undefined : Promise.race([ended, pause(silentMs, undefined, { ref: false })])));
  return made;
}

function refuseEnded(raw: Socket): void {
  if (raw.destroyed) throw new Error('the connection was closed before its TLS handshake');
}

function refuseResting({ restsUntilMs }: Server, raw: Socket): void {
  const restMs = restsUntilMs - performance.now();
  if (restMs <= 0) return;
  raw.destroy();
  throw new ServerRests(restMs);
}

/** `tls.connect` accepts any stream. */
const asSocket = (line: Duplex): Socket => line as Socket;

/**
 * @returns the socket after a successful TLS handshake
 * @throws when the handshake fails or the connection ends
 */
function secured(socket: TLSSocket): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket));
    socket.on('error', reject); // never removed: an unhandled error would end the process
    socket.once('close', () => reject(new Error('the connection was closed during the TLS handshake')));
  });
}
