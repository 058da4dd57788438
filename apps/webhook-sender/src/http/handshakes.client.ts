import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { KIB, SECOND } from '#libs/config';
import type { buildConnector } from 'undici';
import { GuardedLine, HandshakeRefused } from './guarded-line.client.js';

export interface HandshakeLimits {
  /** A usual chain has 3 to 6 KiB. The costliest chain of 16 KiB takes 200 ms of the thread. */
  readonly mostBytes: number;
  /** A handshake with a usual chain takes 2 to 6 ms of the thread. */
  readonly cheapMs: number;
  /** How many times its cost a server rests after a costly failure. */
  readonly restFactor: number;
  /** A handshake that takes longer waits for its server: it holds up no other connection. */
  readonly silentMs: number;
}

const LIMITS: HandshakeLimits = { mostBytes: 16 * KIB, cheapMs: 10, restFactor: 1000, silentMs: SECOND };

interface Known {
  /** Its latest handshake has succeeded: others need not wait for each other. */
  isFine: boolean;
  /** One has failed: all of them are guarded from now on. */
  hasFailed: boolean;
  restsUntilMs: number;
  costMs: number;
  /** Until then no further handshake begins. */
  turn: Promise<unknown>;
  /** Connections within their handshake. */
  readonly under: Set<Socket>;
}

/**
 * The TLS handshakes with the servers of receivers. Until one has succeeded they are made one after another, on a guarded line: a server that
 * is not trusted yet costs one handshake, not sixteen at once. After a costly failure the server rests.
 */
export class Handshakes {
  private readonly known = new Map<string, Known>();

  constructor(private readonly limits = LIMITS) {}

  /**
   * @param server whose it is
   * @param secure makes the handshake on the line
   * @throws HandshakeRefused, or what `secure` throws
   */
  make<T>(server: string, raw: Socket, secure: (line: Socket) => Promise<T>): Promise<T> {
    const known = this.known.get(server) ?? newServer();
    this.known.set(server, known);
    if (known.isFine) return this.begin(known, raw, secure);
    const { turn } = known;
    const made = turn.then(() => this.begin(known, raw, secure));
    const ended = made.catch(() => undefined);
    known.turn = turn.then(() =>
      known.isFine ? undefined : Promise.race([ended, pause(this.limits.silentMs, undefined, { ref: false })]),
    );
    return made;
  }

  forget(server: string): void {
    this.known.delete(server);
  }

  private async begin<T>(known: Known, raw: Socket, secure: (line: Socket) => Promise<T>): Promise<T> {
    if (raw.destroyed) throw new Error('the connection was closed while it waited for its TLS handshake');
    refuseResting(known, raw);
    // An unguarded handshake is cheaper, and so is all that follows: Node hands the bytes of a socket to OpenSSL itself.
    const line = known.isFine && !known.hasFailed ? undefined : new GuardedLine(raw, this.limits.mostBytes);
    known.under.add(raw);
    try {
      const secured = await (line ? Promise.race([secure(asSocket(line)), line.broken]) : secure(raw));
      known.isFine = true;
      return secured;
    } catch (error) {
      this.failed(known, line, raw);
      throw error;
    } finally {
      known.under.delete(raw);
      line?.open();
    }
  }

  private failed(known: Known, line: GuardedLine | undefined, raw: Socket): void {
    known.isFine = false;
    known.hasFailed = true;
    // The chains that come on the others are as long.
    if (!line && raw.bytesRead > this.limits.mostBytes) known.under.forEach((other) => other.destroy());
    if (!line || line.costMs <= this.limits.cheapMs) return;
    known.costMs = line.costMs;
    known.restsUntilMs = performance.now() + this.limits.restFactor * line.costMs;
  }
}

const newServer = (): Known => ({
  isFine: false,
  hasFailed: false,
  restsUntilMs: 0,
  costMs: 0,
  turn: Promise.resolve(),
  under: new Set(),
});

function refuseResting({ restsUntilMs, costMs }: Known, raw: Socket): void {
  const restMs = restsUntilMs - performance.now();
  if (restMs <= 0) return;
  raw.destroy();
  const [cost, seconds] = [Math.round(costMs), Math.ceil(restMs / SECOND)];
  throw new HandshakeRefused(`its last TLS handshake failed and took ${cost} ms of computing: the next one is made in ${seconds} s`);
}

/** `tls.connect` takes any stream; the types of undici know sockets alone. */
const asSocket = (line: Duplex): Socket => line as Socket;

/** TLS on a connected socket, by undici's connector. @returns the secured socket. @throws when the handshake fails */
export const secured = (start: buildConnector.connector, options: buildConnector.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    start(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });

/** @returns the socket once its TLS handshake has succeeded. @throws when it fails */
export const securedSocket = (socket: TLSSocket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed within the TLS handshake')));
  });
