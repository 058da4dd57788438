// One connection pool per receiver: nobody waits for another's sockets, and the addresses are checked at the connection that is used.
import { createHash } from 'node:crypto';
import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MINUTE, SECOND } from '#libs/config';
import { type AddressRange, isRefusedAddress, refusalOf } from '#libs/contracts';
import { Pool } from 'undici';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

export interface Connection {
  readonly pool: Pool;
  /** The source address its sockets are bound to; undefined = the system chooses. */
  readonly senderAddress: string | undefined;
}

/** What a socket is opened with, whichever client opens it. */
export interface SocketOptions {
  readonly secureContext: SecureContext;
  readonly lookup: LookupFunction;
  readonly localAddress?: string;
  readonly family?: number;
}

interface Kept extends Connection {
  readonly origin: string;
  lastUsedMs: number;
}

const IDLE_MS = 5 * MINUTE;
const SWEEP_MS = MINUTE;
/** Below what servers usually keep idle sockets for, so that we are not the second to notice the end. */
const KEEP_ALIVE_MS = 4 * SECOND;

/** The name leads to an address that the guard refuses. */
class GuardRefusal extends Error {
  readonly code = 'E_GUARD';
}

@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly kept = new Map<string, Kept>();
  private readonly secureContext;
  private readonly sweep = setInterval(() => this.closeIdle(Date.now()), SWEEP_MS).unref();

  constructor(@Inject(CONFIG) private readonly config: WebhookSenderConfig) {
    // Parsed once: the ~150 usual authorities cost milliseconds per socket otherwise.
    this.secureContext = createSecureContext({
      ca: [...rootCertificates, config.extraCa].filter((pem) => pem !== ''),
      minVersion: 'TLSv1.2',
    });
  }

  /** The receiver's pool; a new origin gets a new one. */
  to(receiverId: string, origin: string): Connection {
    const known = this.kept.get(receiverId);
    if (known?.origin === origin) {
      known.lastUsedMs = Date.now();
      return known;
    }
    if (known) void known.pool.close();
    const senderAddress = this.senderAddressOf(receiverId);
    const connection = { origin, senderAddress, pool: this.open(receiverId, origin), lastUsedMs: Date.now() };
    this.kept.set(receiverId, connection);
    return connection;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweep);
    await Promise.all([...this.kept.values()].map(({ pool }) => pool.destroy()));
  }

  /** For everything that is sent on a receiver's behalf, its token requests too: the same trust, guard and sender address. */
  socketOptions(receiverId: string): SocketOptions {
    const senderAddress = this.senderAddressOf(receiverId);
    return {
      secureContext: this.secureContext,
      lookup: guardedLookup(this.config.allowedRanges),
      ...(senderAddress !== undefined && { localAddress: senderAddress, family: 4 }),
    };
  }

  private open(receiverId: string, origin: string): Pool {
    const { localAddress, ...options } = this.socketOptions(receiverId);
    return new Pool(origin, {
      connections: this.config.maxInFlightPerReceiver,
      pipelining: 1,
      ...(localAddress !== undefined && { localAddress }), // of the pool: among `connect` it is ignored
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The deadline of the whole exchange rules; these would only cut it short.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: 0,
        ...options,
      },
    });
  }

  /** One receiver always hears from the same address. */
  senderAddressOf(receiverId: string): string | undefined {
    const addresses = this.config.senderAddresses;
    if (addresses.length === 0) return undefined;
    return addresses[createHash('sha256').update(receiverId).digest().readUInt32BE() % addresses.length];
  }

  private closeIdle(nowMs: number): void {
    for (const [receiverId, { pool, lastUsedMs }] of this.kept) {
      if (nowMs - lastUsedMs < IDLE_MS) continue;
      this.kept.delete(receiverId);
      void pool.close();
    }
  }
}

/** Refuses after DNS: a name is judged by every address it has, and the socket connects to one of those checked. */
export function guardedLookup(allowed: readonly AddressRange[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => isRefusedAddress(address, allowed));
      if (refused) return callback(new GuardRefusal(`${hostname} ${refusalOf(refused.address)}`), []);
      const [first] = addresses as [LookupAddress, ...LookupAddress[]];
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
