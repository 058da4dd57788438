import type { Pool } from 'undici';
import { MINUTE, SECOND } from '#libs/config';
import type { WebhookRequest } from './webhook-request.js';
import type { ConnectionSteps } from './connection-steps.client.js';

export type PoolRequest = Pick<WebhookRequest, 'receiverId' | 'origin' | 'timeoutMs' | 'clientCertificate'>;

export interface Opening {
  /** The longest time for opening a connection: the longest time-out of any POST on this pool. */
  longestMs: number;
  /** The number of connections that are still in their TLS handshake. */
  securing: number;
  /** The steps of the connection that was begun last. */
  latest: ConnectionSteps | undefined;
}

export interface KeptPool {
  readonly origin: string;
  /** The version of the client certificate; undefined = none. */
  readonly certificateVersion: string | undefined;
  /** host:port */
  readonly target: string;
  readonly pool: Pool;
  readonly opening: Opening;
  /** The exchanges under way. */
  readonly exchanges: Set<{ readonly giveUp: (error: Error) => void }>;
  lastUsedMs: number;
}

export type OpenPool = Pick<KeptPool, 'target' | 'opening' | 'exchanges' | 'pool'>;

const IDLE_MS = 5 * MINUTE;
/** The most idle pools: beyond this number the least recently used pools are closed. Each pool keeps some 20 KiB for undici's queues. */
const MOST_IDLE = 1_000;
/** A pool that was used this recently is never closed, however many pools there are. */
const JUST_USED_MS = 10 * SECOND;
/** After this time no attempt begins with the receiver as read before its change. */
const REPLACED_MS = 10 * SECOND;

/**
 * Keeps two connection pools per receiver: the pool of its current origin and client certificate, and the previous pool. A connection
 * belongs to one certificate, so a new certificate needs new connections. Attempts that read the receiver before its change may still begin
 * on the previous pool; otherwise both versions would open pools in turn. POSTs under way end where they are.
 */
export class Pools {
  private readonly current = new Map<string, KeptPool>();
  private readonly before = new Map<string, KeptPool>();

  constructor(private readonly open: (request: PoolRequest) => OpenPool) {}

  /** @throws what `open` throws */
  of(request: PoolRequest, nowMs: number): KeptPool {
    const { receiverId } = request;
    const known = this.current.get(receiverId);
    const kept = [known, this.before.get(receiverId)].find((each) => each && isFor(each, request));
    if (!kept) return this.begin(request, nowMs);
    if (kept !== known) this.put(receiverId, kept, known);
    kept.lastUsedMs = nowMs;
    kept.opening.longestMs = Math.max(kept.opening.longestMs, request.timeoutMs);
    return kept;
  }

  /** Returns how many connections of the receiver are still in their TLS handshake. */
  securingOf(receiverId: string): number {
    return [this.current, this.before].reduce((sum, pools) => sum + (pools.get(receiverId)?.opening.securing ?? 0), 0);
  }

  /** Forgets a pool that is unusable; the next POST opens another. */
  drop(receiverId: string, pool: Pool): void {
    for (const pools of [this.current, this.before]) if (pools.get(receiverId)?.pool === pool) pools.delete(receiverId);
  }

  /** @returns the receivers that no longer have a pool */
  closeIdle(nowMs: number): string[] {
    closeUnused(this.before, nowMs - REPLACED_MS);
    return closeUnused(this.current, Math.max(nowMs - IDLE_MS, Math.min(nowMs - JUST_USED_MS, this.crowdedMs)));
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.current.values(), ...this.before.values()].map(({ pool }) => pool.destroy()));
  }

  /** When the first pool beyond {@link MOST_IDLE} was last used. */
  private get crowdedMs(): number {
    if (this.current.size <= MOST_IDLE) return -Infinity;
    return [...this.current.values()].map(({ lastUsedMs }) => lastUsedMs).toSorted((a, b) => b - a)[MOST_IDLE]!;
  }

  private begin(request: PoolRequest, nowMs: number): KeptPool {
    const { receiverId, origin, clientCertificate } = request;
    const kept = { ...this.open(request), origin, certificateVersion: clientCertificate?.version, lastUsedMs: nowMs };
    void this.before.get(receiverId)?.pool.close();
    this.put(receiverId, kept, this.current.get(receiverId));
    return kept;
  }

  private put(receiverId: string, kept: KeptPool, before: KeptPool | undefined): void {
    this.current.set(receiverId, kept);
    if (before) this.before.set(receiverId, before);
    else this.before.delete(receiverId);
  }
}

const isFor = (kept: KeptPool, { origin, clientCertificate }: PoolRequest): boolean =>
  kept.origin === origin && kept.certificateVersion === clientCertificate?.version;

function closeUnused(pools: Map<string, KeptPool>, sinceMs: number): string[] {
  const unused = [...pools].filter(([, { lastUsedMs, exchanges }]) => lastUsedMs <= sinceMs && exchanges.size === 0);
  for (const [receiverId, { pool }] of unused) {
    pools.delete(receiverId);
    void pool.close();
  }
  return unused.map(([receiverId]) => receiverId);
}
