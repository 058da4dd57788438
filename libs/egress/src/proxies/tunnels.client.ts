// out: tunnels through the forward proxies, in place of sockets bound to a sender address
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

/** A proxy that failed is asked last for so long. */
const REST_MS = 10 * SECOND;
/** How long proxies that reach no receiver count as faulty. */
const DOUBT_MS = MINUTE;

/** A failure that the receiver or a proxy may have caused. */
export interface ProxyFailure {
  readonly isTimeout: boolean;
  /** What is known of it. */
  readonly detail: string;
}

interface Try {
  readonly opening: Opening;
  readonly signal: AbortSignal;
}

/** A tunnel that is being asked for. */
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

  /** Whether all connections use proxies. */
  get areUsed(): boolean {
    return this.proxies.length > 0;
  }

  /** The receiver's proxy, by its place in the setting. */
  indexOf(receiverId: string): number {
    return this.ring.of(receiverId);
  }

  /**
   * A tunnel to one of the addresses: the proxy does not learn the host name.
   * @param signal aborted = the caller has given up: the remaining proxies are still tried, which informs the next request, but no further addresses
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

  /** It answered through its tunnel: the proxies reach the world. */
  answered(target: string): void {
    this.reach.reached(target, this.clock.steadyMs());
  }

  forget(receiverId: string): void {
    this.ring.forget(receiverId);
  }

  /**
   * A connection that broke, or time that ran out, on the way through a proxy: is it the receiver's failure, or is the proxy dead or frozen?
   * @param used the proxy of its tunnel; undefined = it had none yet. Later tunnels of the receiver may use another proxy.
   * @returns a sentence about the proxy; undefined = the failure is the receiver's
   */
  async faultOf(receiverId: string, failure: ProxyFailure, used: number | undefined): Promise<string | undefined> {
    const [opening] = used === undefined ? (this.openings.get(receiverId) ?? []) : [];
    const index = used ?? opening?.index ?? this.ring.of(receiverId);
    const proxy = this.proxies[index]!;
    const isDead = opening?.isReached === false || !(await this.client.isAlive(proxy));
    if (isDead) return `no proxy: ${this.dead(index, `does not answer (${failure.detail})`)}`;
    const isOurs = failure.isTimeout && opening && !this.reach.isFailureOf(opening.target, this.clock.steadyMs());
    return isOurs ? `the proxy ${proxy.name} opens no tunnel in time, to no receiver so far` : undefined;
  }

  /** Each proxy in turn, each asked for another address where there are several, until all proxies that work and all addresses have had a turn. */
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

  /** Where another proxy opens the tunnel, one that wants other credentials has a fault of its own. */
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

/** The same name for a target on each way to it. */
export const targetOf = (hostname: string, port: number): string => `${hostname}:${port}`;

const authorityOf = (address: string, port: number): string => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);
