import type { Pool } from 'undici';
import { MINUTE, SECOND } from '#libs/config';
import type { WebhookRequest } from './webhook-request.js';
import type { ConnectionSteps } from './connection-steps.client.js';

export type PoolRequest = Pick<WebhookRequest, 'receiverId' | 'origin' | 'timeoutMs' | 'clientCertificate'>;

export interface Opening {
  /** How long it may take: the longest time-out that a POST over it has had. */
  longestMs: number;
  /** How many connections are still in their TLS handshake. */
  securing: number;
  /** The steps of the connection that was begun last. */
  latest: ConnectionSteps | undefined;
}

export interface KeptPool {
  readonly origin: string;
  /** The version of the client certificate; undefined = it shows none. */
  readonly certificateVersion: string | undefined;
  /** host:port */
  readonly target: string;
  readonly pool: Pool;
  readonly opening: Opening;
  /** Under way. */
  readonly exchanges: Set<{ readonly giveUp: (error: Error) => void }>;
  lastUsedMs: number;
}

export type OpenPool = Pick<KeptPool, 'target' | 'opening' | 'exchanges' | 'pool'>;

const IDLE_MS = 5 * MINUTE;
/** Each pool keeps some 20 KiB for undici's queues, so of more than these the ones go that were used longest ago. */
const MOST_IDLE = 1_000;
/** A pool that was used since then does not go, however many there are. */
const JUST_USED_MS = 10 * SECOND;
/** By then no attempt begins with what was read of the receiver before its change. */
const REPLACED_MS = 10 * SECOND;

/**
 * The connection pools of each receiver: of its origin and client certificate, and of those before. A connection belongs to one certificate, so
 * a new certificate opens new connections. Attempts that have read the receiver before its change may still begin on the pool before, which
 * saves both sides from opening pools in turn; POSTs under way end where they are.
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

  /** How many connections of the receiver are still in their TLS handshake. */
  securingOf(receiverId: string): number {
    return [this.current, this.before].reduce((sum, pools) => sum + (pools.get(receiverId)?.opening.securing ?? 0), 0);
  }

  /** The pool is of no use any more: the next POST opens another. */
  drop(receiverId: string, pool: Pool): void {
    for (const pools of [this.current, this.before]) if (pools.get(receiverId)?.pool === pool) pools.delete(receiverId);
  }

  /** @returns the receivers that have no pool any more */
  closeIdle(nowMs: number): string[] {
    closeUnused(this.before, nowMs - REPLACED_MS);
    return closeUnused(this.current, Math.max(nowMs - IDLE_MS, Math.min(nowMs - JUST_USED_MS, this.crowdedMs)));
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.current.values(), ...this.before.values()].map(({ pool }) => pool.destroy()));
  }

  /** When the first pool beyond {@link MOST_IDLE} was used. */
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
