// One connection pool per receiver: no receiver waits for the sockets of another. Addresses are checked on the connection that is used.
import { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as startTls, type SecureContext, type TLSSocket } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, MINUTE, SECOND } from '#libs/config';
import { CaStore, Egress, targetOf } from '#libs/egress';
import { buildConnector, errors, Pool } from 'undici';
import { MAX_HEADER_BYTES, type ExchangeProgress } from './failure-words.js';
import { type ExchangeCircumstances, classifyFailure, type Failure, type Outcome, type LocalFault } from './outcome.js';
import { within } from './time-limit.js';
import { ConnectionSteps } from './connection-steps.client.js';
import { Handshakes, secured, securedSocket } from './handshakes.client.js';
import { runsOn, whenReadTooFar } from './read-limit.client.js';
import { type KeptPool, type Opening, Pools, type PoolWish } from './pools.client.js';
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
}

const SWEEP_MS = MINUTE;
/** Below what servers usually keep idle sockets for, so that we are not the second to notice the end. */
const KEEP_ALIVE_MS = 4 * SECOND;
/** However long a receiver offers to: gateways forget idle connections without a word, and the next POST would time out. */
const LONGEST_KEEP_ALIVE_MS = MINUTE;
const HTTPS_PORT = 443;
/** Our own errors: whose failure it is has been judged already. */
const JUDGED = /^E_/;

@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly pools = new Pools((wish) => this.open(wish));
  private readonly handshakes = new Handshakes();
  /** By the socket of a connection, or by the error that kept it from opening. */
  private readonly openings = new WeakMap<object, ConnectionSteps>();
  private readonly sweep = setInterval(() => this.closeIdle(performance.now()), SWEEP_MS).unref();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'maxInFlightPerReceiver'>,
    private readonly trust: CaStore,
    private readonly egress: Egress,
  ) {}

  /** The receiver's pool; a new origin or client certificate gets a new one. @throws when the certificate cannot be used */
  to(request: PoolWish): KeptPool {
    return this.pools.of(request, performance.now());
  }

  /**
   * The address that the receiver sees, at `socket` where an exchange came to one; undefined = unknown. One receiver always hears from the
   * same one, or by the same proxy, while it works.
   */
  senderAddressOf(receiverId: string, socket?: Socket): string | undefined {
    return this.egress.senderAddressOf(receiverId, socket && this.openings.get(socket)?.way);
  }

  /** How the connection of an exchange was opened, or failed to. Of an exchange that ran out of time before: how far the latest one has come. */
  stepsOf(used: Socket | Failure, { opening }: Pick<KeptPool, 'opening'>): ConnectionSteps | undefined {
    return this.openings.get(used) ?? opening.latest;
  }

  /** A receiver has answered. */
  answered({ target }: Pick<KeptPool, 'target'>): void {
    this.egress.answered(target);
  }

  /** Whose failure it is that an exchange came to no answer. Never throws. */
  async judge({ receiverId, hostname, socket, steps, limit, progress, certificate }: Way, error: Failure): Promise<Outcome | LocalFault> {
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

  /**
   * For one token request: the same trust, certificate, guard, sender address and proxies as the receiver's webhooks.
   * @param onConnected told its connection
   * @param limit no connection is opened for longer
   */
  agentFor({ receiverId, certificate }: TokenWay, onConnected: (socket: Socket) => void, limit: AbortSignal): Agent {
    const secureContext = this.trust.contextFor(certificate);
    const agent = new Agent({ keepAlive: false });
    const createConnection: Agent['createConnection'] = (options, callback) => {
      const [host, port] = [unbracketed(options.host ?? ''), Number(options.port ?? HTTPS_PORT)];
      const steps = new ConnectionSteps(limit);
      this.egress
        .connect({ receiverId, hostname: host, port }, limit, steps)
        .then((raw) => {
          steps.way = raw.way;
          const secure = (line: Socket): Promise<Socket> => {
            const socket = startTls({ socket: line, secureContext, host, servername: options.servername ?? '' });
            runsOn(socket, raw.socket);
            this.openings.set(socket, steps);
            onConnected(socket);
            return securedSocket(socket);
          };
          return this.handshakes.make(tokenServerOf(receiverId), raw.socket, secure);
        })
        .then(
          (socket) => callback?.(null, socket),
          (error: Error) => callback?.(error, undefined as never),
        );
      return undefined;
    };
    return Object.assign(agent, { createConnection });
  }

  private open({ receiverId, origin, timeoutMs, clientCertificate }: PoolWish): Pick<KeptPool, 'target' | 'opening' | 'pool'> {
    const { hostname, port } = new URL(origin);
    const opening = { longestMs: timeoutMs, securing: 0, latest: undefined };
    const connect = this.connectorFor({ receiverId, opening, secureContext: this.trust.contextFor(clientCertificate) });
    const pool = new Pool(origin, {
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
    return { target: targetOf(unbracketed(hostname), portOf(port)), opening, pool };
  }

  private connectorFor({ receiverId, opening, secureContext }: Connecting): buildConnector.connector {
    const startTlsOn = buildConnector({ timeout: 0, allowH2: false, secureContext });
    return (options, callback) => {
      const end = new AbortController();
      const steps = (opening.latest = new ConnectionSteps(end.signal));
      const limit = setTimeout(() => end.abort(tooSlow(opening)), opening.longestMs);
      const raw = this.egress.connect({ receiverId, hostname: options.hostname, port: portOf(options.port) }, end.signal, steps);
      const opened = raw.then(async (own) => {
        steps.way = own.way;
        opening.securing += 1;
        const stopWatching = whenReadTooFar(own.socket, 'begin', (flood) => end.abort(flood));
        const secure = (line: Socket): Promise<Socket> => secured(startTlsOn, { ...options, httpSocket: line });
        const socket = await steps.time('tlsMs', this.handshakes.make(receiverId, own.socket, secure)).finally(() => {
          opening.securing -= 1;
          stopWatching();
        });
        runsOn(socket, own.socket);
        return socket;
      });
      // What opens for longer than any POST waits for it is of use to none, and keeps others out of the pool.
      Promise.race([opened, aborted(end.signal)])
        .finally(() => clearTimeout(limit))
        .then(
          (socket) => {
            steps.tlsVersion = (socket as TLSSocket).getProtocol() ?? undefined;
            steps.certificate = (socket as TLSSocket).getPeerX509Certificate();
            this.openings.set(socket, steps);
            callback(null, socket);
          },
          (error: Error) => {
            this.openings.set(error, steps);
            callback(error, null);
          },
        );
    };
  }

  private closeIdle(nowMs: number): void {
    for (const receiverId of this.pools.closeIdle(nowMs)) {
      this.egress.forget(receiverId);
      this.handshakes.forget(receiverId);
      this.handshakes.forget(tokenServerOf(receiverId));
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
const tokenServerOf = (receiverId: string): string => `${receiverId} token`;
const portOf = (port: string): number => (port === '' ? HTTPS_PORT : Number(port));
const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
