// One connection pool per receiver: no receiver waits for the sockets of another. Addresses are checked on the connection that is used.
import { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as startTls, type ConnectionOptions, type SecureContext, type TLSSocket } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, KIB, MINUTE, SECOND } from '#libs/config';
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

/** Where a failed exchange was meant to go. */
export interface Way extends ExchangeCircumstances {
  readonly receiverId: string;
  readonly hostname: string;
  /** Its connection, if it came to one: what then took too long was no look-up, though one for a further connection may be under way. */
  readonly socket?: Socket | undefined;
  /** How far the connection came. */
  readonly steps?: ConnectionSteps | undefined;
}

/** Whose token request it is. */
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

/** How a secured connection is opened. */
interface SecureOptions {
  readonly tls: ConnectionOptions;
  readonly steps: ConnectionSteps;
  /** Aborted = it is given up. */
  readonly signal: AbortSignal;
  /** Told the TLS socket before its handshake, and the socket of a probe. */
  readonly onStarted: (socket: TLSSocket) => unknown;
  /** Told when a handshake has sent far more than any needs. */
  readonly onFlood?: (flood: Error) => void;
  /** Counts the handshakes. */
  readonly opening?: Opening;
}

const SWEEP_MS = 10 * SECOND;
/** Below what servers usually keep idle sockets for, so that we are not the second to notice the end. */
const KEEP_ALIVE_MS = 4 * SECOND;
/** However long a receiver offers to: gateways forget idle connections without a word, and the next POST would time out. */
const LONGEST_KEEP_ALIVE_MS = MINUTE;
const HTTPS_PORT = 443;
/** Node's TLS hands out no more at once. */
const TLS_RECORD_BYTES = 16 * KIB;
/** Our own errors: whose failure it is has been judged already. */
const JUDGED = /^E_/;

@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly pools = new Pools((request) => this.open(request));
  private readonly handshakes = new Handshakes();
  /** By the socket of a connection, or by the error that kept it from opening. */
  private readonly openings = new WeakMap<object, ConnectionSteps>();
  private readonly sweep = setInterval(() => this.closeIdle(performance.now()), SWEEP_MS).unref();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'maxInFlightPerReceiver'>,
    private readonly trust: CaStore,
    private readonly egress: Egress,
    private readonly faults: ConnectionFaultListener,
  ) {}

  /** The receiver's pool; a new origin or client certificate gets a new one. @throws when the certificate cannot be used */
  to(request: PoolRequest): KeptPool {
    return this.pools.of(request, performance.now());
  }

  /**
   * The address that the receiver sees, at `socket` where an exchange came to one; undefined = unknown. One receiver always hears from the
   * same one, or by the same proxy, while it works.
   */
  senderAddressOf(receiverId: string, socket?: Socket): string | undefined {
    return this.egress.senderAddressOf(receiverId, socket && this.openings.get(socket)?.way);
  }

  /**
   * How the connection of an exchange was opened, or failed to.
   * @param begun of the connection that was begun for it: where it ran out of time before, that says how far it came
   */
  stepsOf(used: Socket | Failure, begun: ConnectionSteps | undefined): ConnectionSteps | undefined {
    return this.openings.get(used) ?? begun;
  }

  /** Whether the failure is that of a connection which was open already: it did not keep one from opening, and no deadline or fault is behind it. */
  isOfKept(error: Failure): boolean {
    return !this.openings.has(error) && error.name !== 'TimeoutError' && !JUDGED.test(String(error.code));
  }

  /** A receiver has answered. */
  answered({ target }: Pick<KeptPool, 'target'>): void {
    this.egress.answered(target);
  }

  /** Whose failure it is that an exchange came to no answer. Never throws. */
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

  /** Code that serves a connection of the receiver has thrown: its pool goes, and so do the exchanges on it. */
  fault(receiverId: string, kept: Pick<KeptPool, 'pool' | 'exchanges'>, error: unknown): void {
    this.faults.connectionFault(receiverId, error);
    this.pools.drop(receiverId, kept.pool);
    const fault = new ConnectionFault(error);
    kept.exchanges.forEach((exchange) => exchange.giveUp(fault));
    kept.pool.destroy(fault).catch(() => undefined); // its exchanges have failed above
  }

  /**
   * For one token request: the same trust, certificate, guard, sender address and proxies as the receiver's webhooks.
   * @param onConnected told its connection, and before the first request to a server its probe
   * @param limit no connection is opened for longer
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
      // The deadline of the whole exchange rules; these would only cut it short.
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
      const limit = setTimeout(() => end.abort(tooSlow(opening)), opening.longestMs);
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
      // What opens for longer than any POST waits for it is of use to none, and keeps others out of the pool.
      Promise.race([opened, aborted(end.signal)])
        .finally(() => {
          clearTimeout(limit);
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

  /** TCP or a tunnel, and TLS over it; for a server that is not proven yet a probe before. */
  private async openSecured(to: Destination, { tls, steps, signal, onStarted, onFlood, opening }: SecureOptions): Promise<TLSSocket> {
    const stops: (() => void)[] = [];
    let connection: OpenConnection;
    const opened = (own: OpenConnection): Socket => {
      connection = own;
      steps.way = own.way;
      if (onFlood) stops.push(whenReadTooFar(own.socket, 'begin', onFlood));
      return own.socket.setNoDelay(true).setKeepAlive(true, MINUTE);
    };
    // No second look-up: what was probed is connected to.
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
/** Rejects with the reason of the signal when it aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const portOf = (port: string): number => (port === '' ? HTTPS_PORT : Number(port));
const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
