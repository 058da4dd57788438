// One connection pool per receiver: no receiver waits for the sockets of another. Addresses are checked on the connection that is then
// used.
import { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as startTls, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, KIB, MINUTE, SECOND, timeLimit } from '#libs/config';
import { CaStore, type Destination, Egress, type OpenConnection, targetOf } from '#libs/egress';
import { type buildConnector, errors, Pool } from 'undici';
import { MAX_HEADER_BYTES, type ExchangeProgress } from './failure-words.js';
import { type ExchangeCircumstances, classifyFailure, type Failure, type NotMade, type Outcome } from './outcome.js';
import { within } from './time-limit.js';
import { ConnectionFault, ConnectionFaultListener, contain, containListeners } from './connection-fault.js';
import { ConnectionSteps } from './connection-steps.client.js';
import { Handshakes } from './handshakes.client.js';
import { runsOn, whenReadTooFar } from './read-limit.client.js';
import { type KeptPool, type Opening, type OpenPool, Pools, type PoolRequest } from './pools.client.js';
import type { ClientCertificate } from '../receivers/receiver.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** The target of a failed exchange, and how far the exchange came. */
export interface Way extends ExchangeCircumstances {
  readonly receiverId: string;
  readonly hostname: string;
  /** The exchange's connection, if it got one. With a connection the time-out did not happen in a look-up, even if another look-up is under way. */
  readonly socket?: Socket | undefined;
  /** How far the connection came. */
  readonly steps?: ConnectionSteps | undefined;
}

/** The receiver of a token request. */
export interface TokenWay {
  readonly receiverId: string;
  readonly certificate: ClientCertificate | undefined;
}

interface Connecting {
  readonly receiverId: string;
  readonly opening: Opening;
  readonly secureContext: SecureContext;
  readonly onFault: (error: unknown) => void;
}

/** The parts for opening a secured connection. */
interface SecureOptions {
  readonly tls: ConnectionOptions;
  readonly steps: ConnectionSteps;
  /** Aborted = the connection is given up. */
  readonly signal: AbortSignal;
  /** Called with the TLS socket before its handshake, and with the socket of a probe. */
  readonly onStarted: (socket: TLSSocket) => unknown;
  /** Called when a handshake has sent far more bytes than any handshake needs. */
  readonly onFlood?: (flood: Error) => void;
  /** Counts the handshakes. */
  readonly opening?: Opening;
}

const SWEEP_MS = 10 * SECOND;
/** Shorter than servers usually keep idle sockets, so that this side closes first. */
const KEEP_ALIVE_MS = 4 * SECOND;
/** The limit for whatever keep-alive a receiver offers: gateways drop idle connections silently, and the next POST would time out. */
const LONGEST_KEEP_ALIVE_MS = MINUTE;
const HTTPS_PORT = 443;
/** Node's TLS delivers no larger pieces. */
const TLS_RECORD_BYTES = 16 * KIB;
/** The service's own errors: their class is already known. */
const JUDGED = /^E_/;

@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly pools = new Pools((request) => this.open(request));
  private readonly handshakes = new Handshakes();
  /** Keyed by the socket of a connection, or by the error of a connection that failed to open. */
  private readonly openings = new WeakMap<object, ConnectionSteps>();
  private readonly sweep = setInterval(() => this.closeIdle(performance.now()), SWEEP_MS).unref();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'maxInFlightPerReceiver'>,
    private readonly trust: CaStore,
    private readonly egress: Egress,
    private readonly faults: ConnectionFaultListener,
  ) {}

  /**
   * Returns the receiver's pool; a new origin or client certificate gets a new pool.
   * @throws when the certificate cannot be used
   */
  to(request: PoolRequest): KeptPool {
    return this.pools.of(request, performance.now());
  }

  /**
   * Returns the address that the receiver sees, on `socket` if an exchange has one; undefined = unknown. A receiver always sees the same
   * address, or the same proxy, while that address or proxy works.
   */
  senderAddressOf(receiverId: string, socket?: Socket): string | undefined {
    return this.egress.senderAddressOf(receiverId, socket && this.openings.get(socket)?.way);
  }

  /**
   * Returns how the connection of an exchange was opened, or failed to open.
   * @param begun the steps of the connection that was begun for the exchange: they tell how far it came if time ran out first
   */
  stepsOf(used: Socket | Failure, begun: ConnectionSteps | undefined): ConnectionSteps | undefined {
    return this.openings.get(used) ?? begun;
  }

  /**
   * Returns true when the failure belongs to a connection that was open already: no connection failed to open, no deadline passed, and no
   * fault caused it.
   */
  isOfKept(error: Failure): boolean {
    return !this.openings.has(error) && error.name !== 'TimeoutError' && !JUDGED.test(String(error.code));
  }

  /** Call this when a receiver has answered. */
  answered({ target }: Pick<KeptPool, 'target'>): void {
    this.egress.answered(target);
  }

  /** Decides whose failure it is that an exchange got no answer. Never throws. */
  async judge({ receiverId, hostname, socket, steps, limit, progress, certificate }: Way, error: Failure): Promise<Outcome | NotMade> {
    const outcome = classifyFailure(error, { limit, progress: this.nearer(receiverId, progress, error), certificate });
    const isTimeout = outcome.kind === 'timeout';
    const unresolved = isTimeout && !socket ? this.egress.lookUpFailureOf(hostname) : undefined;
    if (unresolved) {
      const detail = `${hostname} could not be resolved ${within(limit)}`;
      return unresolved === 'ours' ? { kind: 'local_fault', side: 'dns', detail } : { kind: 'dns', detail, isLate: true };
    }
    const isUnclear = outcome.kind === 'connection' || isTimeout;
    if (!isUnclear || JUDGED.test(String(error.code))) return outcome;
    const failure = { isTimeout, detail: outcome.detail ?? outcome.kind };
    const { way } = (socket && this.openings.get(socket)) ?? steps ?? {};
    const detail = await this.egress.proxyFaultOf(receiverId, failure, way);
    return detail === undefined ? outcome : { kind: 'local_fault', side: 'proxy', detail };
  }

  private nearer(receiverId: string, progress: ExchangeProgress | undefined, error: Failure): ExchangeProgress | undefined {
    const isConnected = this.openings.get(error)?.connectMs !== undefined || this.pools.securingOf(receiverId) > 0;
    return progress?.kind === 'connecting' && isConnected ? { kind: 'securing' } : progress;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweep);
    await this.pools.destroy();
  }

  /** Code that serves a connection of the receiver has thrown an error: closes the receiver's pool and fails the exchanges on it. */
  fault(receiverId: string, kept: Pick<KeptPool, 'pool' | 'exchanges'>, error: unknown): void {
    this.faults.connectionFault(receiverId, error);
    this.pools.drop(receiverId, kept.pool);
    const fault = new ConnectionFault(error);
    kept.exchanges.forEach((exchange) => exchange.giveUp(fault));
    kept.pool.destroy(fault).catch(() => undefined); // the exchanges have failed above
  }

  /**
   * Returns an agent for one token request, with the trust, certificate, guard, sender address and proxies of the receiver's webhooks.
   * @param onConnected called with the connection, and before the first request to a server with its probe
   * @param limit ends the opening of the connection
   */
  agentFor({ receiverId, certificate }: TokenWay, onConnected: (socket: TLSSocket) => void, limit: AbortSignal): Agent {
    const secureContext = this.trust.contextFor(certificate);
    const agent = new Agent({ keepAlive: false });
    const createConnection: Agent['createConnection'] = (options, callback) => {
      const [hostname, port] = [unbracketed(options.host ?? ''), Number(options.port ?? HTTPS_PORT)];
      const tls = { secureContext, host: hostname, servername: options.servername ?? '' };
      const onStarted = (socket: TLSSocket): void => {
        containListeners(socket, (error) => {
          this.faults.connectionFault(receiverId, error);
          socket.destroy(new ConnectionFault(error));
        });
        onConnected(socket);
      };
      this.openSecured({ receiverId, hostname, port }, { tls, steps: new ConnectionSteps(limit), signal: limit, onStarted }).then(
        (socket) => callback?.(null, socket),
        (error: Error) => callback?.(error, undefined as never),
      );
      return undefined;
    };
    return Object.assign(agent, { createConnection });
  }

  private open({ receiverId, origin, timeoutMs, clientCertificate }: PoolRequest): OpenPool {
    const { hostname, port } = new URL(origin);
    const opening = { longestMs: timeoutMs, securing: 0, latest: undefined };
    const exchanges: KeptPool['exchanges'] = new Set();
    const onFault = (error: unknown): void => this.fault(receiverId, { pool, exchanges }, error);
    const connect = this.connectorFor({ receiverId, opening, secureContext: this.trust.contextFor(clientCertificate), onFault });
    const pool: Pool = new Pool(origin, {
      connections: this.config.maxInFlightPerReceiver,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: LONGEST_KEEP_ALIVE_MS,
      // The deadline of the whole exchange applies; these limits would only cut it short.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect,
    });
    return { target: targetOf(unbracketed(hostname), portOf(port)), opening, exchanges, pool };
  }

  private connectorFor({ receiverId, opening, secureContext, onFault }: Connecting): buildConnector.connector {
    let session: Buffer | undefined;
    return (options, callback) => {
      const end = new AbortController();
      const steps = (opening.latest = new ConnectionSteps(end.signal));
      const endLimit = timeLimit(opening.longestMs, () => end.abort(tooSlow(opening)));
      const tls = {
        secureContext,
        session,
        host: options.hostname,
        servername: options.servername ?? '',
        ALPNProtocols: ['http/1.1'],
        highWaterMark: TLS_RECORD_BYTES,
      };
      const onStarted = (socket: TLSSocket): unknown => socket.on('session', (ticket: Buffer) => (session = ticket));
      const to = { receiverId, hostname: options.hostname, port: portOf(options.port) };
      const opened = this.openSecured(to, { tls, steps, signal: end.signal, onStarted, onFlood: (flood) => end.abort(flood), opening });
      // A connection that opens for longer than any POST waits is useless and blocks a place in the pool.
      Promise.race([opened, aborted(end.signal)])
        .finally(() => {
          endLimit();
          steps.end();
        })
        .then(
          (socket) => {
            steps.tlsVersion = socket.getProtocol() ?? undefined;
            steps.certificate = socket.getPeerX509Certificate();
            const onFaultOfSocket = (error: unknown): void => {
              onFault(error);
              socket.destroy();
            };
            containListeners(socket, onFaultOfSocket);
            contain(() => callback(null, socket), onFaultOfSocket);
          },
          (error: Error) => {
            this.openings.set(error, steps);
            contain(() => callback(error, null), onFault);
          },
        );
    };
  }

  /** Opens TCP or a tunnel, and TLS over it. A server that is not proven yet is probed first. */
  private async openSecured(to: Destination, { tls, steps, signal, onStarted, onFlood, opening }: SecureOptions): Promise<TLSSocket> {
    const stops: (() => void)[] = [];
    let connection: OpenConnection;
    const opened = (own: OpenConnection): Socket => {
      connection = own;
      steps.way = own.way;
      if (onFlood) stops.push(whenReadTooFar(own.socket, 'begin', onFlood));
      return own.socket.setNoDelay(true).setKeepAlive(true, MINUTE);
    };
    // No second look-up: connect to the address that was probed.
    const connect = async (): Promise<Socket> => opened(await connection.again());
    const start = (raw: Socket): TLSSocket => {
      const socket = startTls({ ...tls, socket: raw });
      runsOn(socket, raw);
      this.openings.set(socket, steps);
      onStarted(socket);
      return socket;
    };
    const raw = opened(await this.egress.connect(to, signal, steps));
    if (opening) opening.securing += 1;
    const server = `${to.receiverId} ${targetOf(to.hostname, to.port)}`;
    return steps.time('tlsMs', this.handshakes.make({ server, start, connect }, raw)).finally(() => {
      if (opening) opening.securing -= 1;
      stops.forEach((stop) => stop());
    });
  }

  private closeIdle(nowMs: number): void {
    for (const receiverId of this.pools.closeIdle(nowMs)) {
      this.egress.forget(receiverId);
    }
  }
}

const tooSlow = ({ longestMs, securing }: Opening): Error =>
  new errors.ConnectTimeoutError(`no ${securing > 0 ? 'answer to the TLS handshake' : 'connection'} within ${longestMs} ms`);
/** Rejects with the signal's reason when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const portOf = (port: string): number => (port === '' ? HTTPS_PORT : Number(port));
const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
