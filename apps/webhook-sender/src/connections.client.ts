// One connection pool per receiver: nobody waits for another's sockets, and the addresses are checked at the connection that is used.
import { Agent } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { connect as startTls, type SecureContext } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MINUTE, SECOND } from '#libs/config';
import { buildConnector, Pool } from 'undici';
import { classifyFailure, type Failure, type Outcome, type OwnFault } from './delivery/outcome.js';
import { homeOf } from './delivery/proxy-ring.js';
import { Names } from './names.client.js';
import { Trust } from './trust.provider.js';
import { targetOf, Tunnels } from './tunnels.client.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

export interface Connection {
  readonly pool: Pool;
  /** host:port */
  readonly target: string;
}

/** Where a failed exchange was meant to go. */
export interface Way {
  readonly receiverId: string;
  readonly hostname: string;
  /** Its connection, if it came to one: what then took too long was no look-up, though one for a further connection may be under way. */
  readonly socket?: Socket | undefined;
}

interface Kept extends Connection {
  readonly origin: string;
  readonly boundAddress: string | undefined;
  lastUsedMs: number;
}

/** What a socket that goes straight to its receiver is opened with, whichever client opens it. */
interface DirectOptions {
  readonly secureContext: SecureContext;
  readonly lookup: LookupFunction;
  readonly autoSelectFamilyAttemptTimeout: number;
  readonly localAddress?: string;
  readonly family?: number;
}

const IDLE_MS = 5 * MINUTE;
const SWEEP_MS = MINUTE;
/** Below what servers usually keep idle sockets for, so that we are not the second to notice the end. */
const KEEP_ALIVE_MS = 4 * SECOND;
/** No socket is opened for longer than the longest time-out of a receiver. */
const CONNECT_MS = MINUTE;
/** Wait for one of several addresses before the next is tried; Node's own 250 ms gives up healthy ones overseas. */
const ADDRESS_MS = SECOND;
const HTTPS_PORT = 443;
/** Our own errors: whose failure it is has been judged already. */
const JUDGED = /^E_/;

@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly kept = new Map<string, Kept>();
  /** By which proxy each connection goes. A receiver may have some by one and some by another: it goes on by the next when one fails. */
  private readonly proxyOf = new WeakMap<Socket, number>();
  private readonly sweep = setInterval(() => this.closeIdle(performance.now()), SWEEP_MS).unref();

  constructor(
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    private readonly trust: Trust,
    private readonly names: Names,
    private readonly tunnels: Tunnels,
  ) {}

  /** The receiver's pool; a new origin gets a new one. */
  to(receiverId: string, origin: string): Connection {
    const known = this.kept.get(receiverId);
    if (known?.origin === origin) {
      known.lastUsedMs = performance.now();
      return known;
    }
    if (known) void known.pool.close();
    const { hostname, port } = new URL(origin);
    const connection = {
      origin,
      target: targetOf(unbracketed(hostname), portOf(port)),
      boundAddress: this.boundAddressOf(receiverId),
      pool: this.open(receiverId, origin),
      lastUsedMs: performance.now(),
    };
    this.kept.set(receiverId, connection);
    return connection;
  }

  /**
   * The address that the receiver sees, at `socket` where an exchange came to one; undefined = nobody knows. One receiver always hears from the
   * same one, or from the same proxy while it works.
   */
  senderAddressOf(receiverId: string, socket?: Socket): string | undefined {
    if (this.tunnels.areUsed) return this.config.senderAddresses[this.proxyUsedBy(socket) ?? this.tunnels.indexOf(receiverId)];
    return this.kept.get(receiverId)?.boundAddress ?? this.boundAddressOf(receiverId);
  }

  /** A receiver has answered. */
  answered({ target }: Connection): void {
    if (this.tunnels.areUsed) this.tunnels.answered(target);
  }

  /** Whose failure it is that an exchange came to no answer. Never throws. */
  async judge({ receiverId, hostname, socket }: Way, error: Failure, timeoutMs: number): Promise<Outcome | OwnFault> {
    const outcome = classifyFailure(error, timeoutMs);
    const askedMs = socket ? undefined : this.names.askedMsOf(hostname);
    if (outcome.kind === 'timeout' && askedMs !== undefined) {
      const detail = `${hostname} could not be resolved within ${timeoutMs} ms`;
      return this.names.isOurFailure(hostname, askedMs)
        ? { kind: 'own_fault', side: 'dns', detail }
        : { kind: 'dns', detail, isLate: true };
    }
    const isUnclear = outcome.kind === 'connection' || outcome.kind === 'timeout';
    if (!isUnclear || !this.tunnels.areUsed || JUDGED.test(String(error.code))) return outcome;
    return this.tunnels.judge(receiverId, outcome, this.proxyUsedBy(socket));
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweep);
    await Promise.all([...this.kept.values()].map(({ pool }) => pool.destroy()));
  }

  /**
   * For one token request: the same trust, guard, sender address and proxies as the receiver's webhooks.
   * @param onTunnel told its connection where that goes by a proxy
   */
  agentFor(receiverId: string, onTunnel: (socket: Socket) => void): Agent {
    const { secureContext } = this.trust;
    if (!this.tunnels.areUsed) return new Agent({ ...this.directOptions(receiverId), keepAlive: false });
    const agent = new Agent({ secureContext, keepAlive: false });
    const createConnection: Agent['createConnection'] = (options, callback) => {
      const [host, port] = [unbracketed(options.host ?? ''), Number(options.port ?? HTTPS_PORT)];
      this.tunnels.open({ receiverId, hostname: host, port }).then(
        (tunnel) => {
          const socket = startTls({ socket: tunnel.socket, secureContext, host, servername: options.servername ?? '' });
          onTunnel(this.goesBy(tunnel.proxy, socket));
          callback?.(null, socket);
        },
        (error: Error) => callback?.(error, undefined as never),
      );
      return undefined;
    };
    return Object.assign(agent, { createConnection });
  }

  private open(receiverId: string, origin: string): Pool {
    const { localAddress, ...options } = this.directOptions(receiverId);
    return new Pool(origin, {
      connections: this.config.maxInFlightPerReceiver,
      pipelining: 1,
      ...(localAddress !== undefined && { localAddress }), // of the pool: among `connect` it is ignored
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The deadline of the whole exchange rules; these would only cut it short.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: this.tunnels.areUsed ? this.tunnelled(receiverId) : { timeout: CONNECT_MS, ...options },
    });
  }

  private directOptions(receiverId: string): DirectOptions {
    const localAddress = this.boundAddressOf(receiverId);
    return {
      secureContext: this.trust.secureContext,
      lookup: this.names.lookup,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      ...(localAddress !== undefined && { localAddress, family: 4 }),
    };
  }

  /** TLS begins inside the tunnel: the proxy sees an address and ciphertext, and the certificate is verified against the receiver's name. */
  private tunnelled(receiverId: string): buildConnector.connector {
    const startTlsIn = buildConnector({ timeout: CONNECT_MS, secureContext: this.trust.secureContext });
    return (options, callback) => {
      this.tunnels.open({ receiverId, hostname: options.hostname, port: portOf(options.port) }).then(
        (tunnel) =>
          startTlsIn({ ...options, httpSocket: tunnel.socket }, (...opened) => {
            if (opened[1]) this.goesBy(tunnel.proxy, opened[1]);
            callback(...opened);
          }),
        (error: Error) => callback(error, null),
      );
    };
  }

  private goesBy(proxy: number, socket: Socket): Socket {
    this.proxyOf.set(socket, proxy);
    return socket;
  }

  private proxyUsedBy(socket: Socket | undefined): number | undefined {
    return socket && this.proxyOf.get(socket);
  }

  private boundAddressOf(receiverId: string): string | undefined {
    const { senderAddresses, areSenderAddressesBound } = this.config;
    return this.tunnels.areUsed || !areSenderAddressesBound || senderAddresses.length === 0
      ? undefined
      : senderAddresses[homeOf(receiverId, senderAddresses.length)];
  }

  private closeIdle(nowMs: number): void {
    for (const [receiverId, { pool, lastUsedMs }] of this.kept) {
      if (nowMs - lastUsedMs < IDLE_MS) continue;
      this.kept.delete(receiverId);
      this.tunnels.forget(receiverId);
      void pool.close();
    }
  }
}

const portOf = (port: string): number => (port === '' ? HTTPS_PORT : Number(port));
const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
