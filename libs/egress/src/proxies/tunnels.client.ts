// out: tunnels through the forward proxies, instead of sockets bound to a sender address
import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, MINUTE, SECOND } from '#libs/config';
import type { EgressProxy } from './egress-proxy.js';
import { FailureAttribution } from '../addresses/failure-attribution.js';
import type { ResolvedDestination } from '../destination.js';
import type { EgressConfig } from '../egress.config.js';
import { ProxyRing } from '../sockets/proxy-ring.js';
import type { Connection } from '../sockets/sockets.client.js';
import { judgeNoTunnel, type NoTunnel, PROXY_AUTHENTICATION_REQUIRED, type Refusal } from './tunnel-verdict.js';
import { type Connected, Proxies } from './proxies.client.js';

/** For this long, a failed proxy is asked last. */
const REST_MS = 10 * SECOND;
/** For this long, proxies that reach no receiver count as faulty. */
const DOUBT_MS = MINUTE;

/** A failure that the receiver or a proxy caused. */
export interface ProxyFailure {
  readonly isTimeout: boolean;
  /** The failure in words. */
  readonly detail: string;
}

interface Try {
  readonly opening: Opening;
  readonly signal: AbortSignal;
}

/** A tunnel that is being opened. */
interface Opening {
  readonly target: string;
  /** The proxy that is being asked. */
  index: number;
  isReached: boolean;
}

@Injectable()
export class Tunnels {
  private readonly proxies: readonly EgressProxy[];
  private readonly ring: ProxyRing;
  private readonly reach = new FailureAttribution(DOUBT_MS);
  private readonly openings = new Map<string, Set<Opening>>();

  constructor(
    @Inject(CONFIG) { egressProxies }: Pick<EgressConfig, 'egressProxies'>,
    private readonly client: Proxies,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.proxies = egressProxies;
    this.ring = new ProxyRing(egressProxies.length, REST_MS);
  }

  /** True when all connections use proxies. */
  get areUsed(): boolean {
    return this.proxies.length > 0;
  }

  /** The index of the receiver's proxy in the setting. */
  indexOf(receiverId: string): number {
    return this.ring.of(receiverId);
  }

  /**
   * Opens a tunnel to one of the addresses. The proxy does not learn the host name.
   * @param signal aborts the wait of the caller: the remaining proxies are still tried, to inform the next request, but no further addresses
   * @throws NoTunnelFailure
   */
  async open(to: ResolvedDestination, signal: AbortSignal): Promise<Connection> {
    const opening: Opening = { target: targetOf(to.hostname, to.port), index: this.ring.of(to.receiverId), isReached: false };
    const openings = this.openings.get(to.receiverId) ?? new Set();
    this.openings.set(to.receiverId, openings.add(opening));
    try {
      return await this.openByAny(to, { opening, signal });
    } finally {
      openings.delete(opening);
      if (openings.size === 0) this.openings.delete(to.receiverId);
    }
  }

  /** Records an answer through a tunnel: the proxies reach the world. */
  answered(target: string): void {
    this.reach.reached(target, this.clock.steadyMs());
  }

  forget(receiverId: string): void {
    this.ring.forget(receiverId);
  }

  /**
   * Finds out whether a dead or frozen proxy caused a broken connection or a time-out.
   * @param used the proxy of the tunnel; undefined = no tunnel yet. Later tunnels of the receiver may use another proxy.
   * @returns a sentence about the proxy; undefined = the receiver is at fault
   */
  async faultOf(receiverId: string, failure: ProxyFailure, used: number | undefined): Promise<string | undefined> {
    const [opening] = used === undefined ? (this.openings.get(receiverId) ?? []) : [];
    const index = used ?? opening?.index ?? this.ring.of(receiverId);
    const proxy = this.proxies[index]!;
    const isDead = opening?.isReached === false || !(await this.client.isAlive(proxy));
    if (isDead) return `no proxy: ${this.dead(index, `does not answer (${failure.detail})`)}`;
    const isOurs = failure.isTimeout && opening && !this.reach.isFailureOf(opening.target, this.clock.steadyMs());
    return isOurs ? `the proxy ${proxy.name} opens no tunnel in time, and has not opened one to any receiver` : undefined;
  }

  /** Tries each proxy in turn, each with the next address, until every working proxy and every address has been tried. */
  private async openByAny(to: ResolvedDestination, { opening, signal }: Try): Promise<Connection> {
    const { addresses } = to;
    const tried = { target: opening.target, refusals: [] as NoTunnel[], faults: [] as string[] };
    const order = [...this.ring.order(to.receiverId, this.clock.steadyMs())];
    while (order.length > 0 && tried.refusals.length < Math.max(order.length, addresses.length)) {
      const asked = tried.refusals.length;
      if (asked >= order.length) signal.throwIfAborted();
      const index = order[asked % order.length]!;
      Object.assign(opening, { index, isReached: false });
      const connected = await this.ask(opening, authorityOf(addresses[asked % addresses.length]!, to.port));
      if (connected.kind === 'open') return this.opened(to.receiverId, opening, { socket: connected.socket, refusals: tried.refusals });
      if (connected.kind === 'dead') {
        tried.faults.push(this.dead(index, connected.detail));
        order.splice(order.indexOf(index), 1);
      } else tried.refusals.push({ proxy: this.proxies[index]!.name, refusal: refusalBy(connected) });
    }
    throw judgeNoTunnel(tried, this.reach, this.clock.steadyMs());
  }

  private async ask(opening: Opening, authority: string): Promise<Connected> {
    const proxy = this.proxies[opening.index]!;
    const connected = await this.client.connect(proxy, authority, () => (opening.isReached = true));
    const isQuiet = connected.kind === 'silent' || connected.kind === 'closed';
    if (!isQuiet || (await this.client.isAlive(proxy))) return connected;
    return { kind: 'dead', detail: 'took the connection and answers nothing' };
  }

  /** A proxy that refused the credentials gets a rest: another proxy opened the tunnel, so the refusal is that proxy's own fault. */
  private opened(receiverId: string, { index, target }: Opening, made: { socket: Socket; refusals: readonly NoTunnel[] }): Connection {
    const locked = made.refusals.filter(({ refusal }) => refusal === PROXY_AUTHENTICATION_REQUIRED).map(({ proxy }) => proxy);
    this.proxies.forEach(({ name }, each) => locked.includes(name) && this.ring.failed(each, this.clock.steadyMs()));
    this.ring.works(index);
    this.ring.stay(receiverId, index);
    this.reach.reached(target, this.clock.steadyMs());
    return { socket: made.socket, way: index };
  }

  private dead(index: number, detail: string): string {
    this.ring.failed(index, this.clock.steadyMs());
    return `${this.proxies[index]!.name} ${detail}`;
  }
}

const refusalBy = (connected: Exclude<Connected, { kind: 'open' | 'dead' }>): Refusal => {
  if (connected.kind === 'answered') return connected.status;
  return connected.kind === 'silent' ? 'silence' : 'hung up';
};

/** Returns `host:port`, the name of a target for direct connections and tunnels. */
export const targetOf = (hostname: string, port: number): string => `${hostname}:${port}`;

const authorityOf = (address: string, port: number): string => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);
