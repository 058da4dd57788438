// out: TCP connections, or tunnels, to receivers and token endpoints
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { DnsResolver } from './addresses/dns-resolver.client.js';
import type { Destination, ResolvedDestination } from './destination.js';
import type { EgressConfig } from './egress.config.js';
import { Proxies, ProxyLimits } from './proxies/proxies.client.js';
import { type ProxyFailure, Tunnels } from './proxies/tunnels.client.js';
import { CaStore } from './sockets/ca-store.provider.js';
import { SenderAddresses } from './sockets/sender-addresses.client.js';
import { type Connection, connectToAny } from './sockets/sockets.client.js';

/** Measures the steps of one connection. An address needs no look-up. */
export interface StepTimer {
  time<T>(step: 'dnsMs' | 'connectMs', work: Promise<T>): Promise<T>;
}

/** A connection that can be opened again, to the same checked addresses. */
export interface OpenConnection extends Connection {
  readonly again: () => Promise<OpenConnection>;
}

/** The only way to receivers. It resolves the name, checks the addresses, and connects from a sender address or through a proxy. */
@Injectable()
export class Egress {
  /** Decides the sender address that a receiver sees; undefined = unknown. */
  private readonly ways: Tunnels | SenderAddresses | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<EgressConfig, 'senderAddresses'>,
    private readonly names: DnsResolver,
    private readonly tunnels: Tunnels,
    private readonly senders: SenderAddresses,
  ) {
    this.ways = [tunnels, senders].find(({ areUsed }) => areUsed);
  }

  /**
   * Opens a connection for TLS: a proxy sees only an address and ciphertext, and the certificate is verified against the name.
   * @param signal aborts the attempt to connect, and closes a connection that is already open
   * @throws Error with the code E_GUARD, E_DNS, E_OWN_DNS or a code of NoTunnelFailure; otherwise Node's error, or an AggregateError of several
   */
  async connect(to: Destination, signal: AbortSignal, timer: StepTimer): Promise<OpenConnection> {
    const lookUp = this.names.destinationsOf(to.hostname, this.senders.areUsed ? 4 : 0);
    const addresses = await (isIP(to.hostname) ? lookUp : timer.time('dnsMs', lookUp));
    return this.openTo({ ...to, addresses }, signal, timer);
  }

  /**
   * Returns the address that the receiver sees; undefined = unknown. The address or proxy of a receiver stays the same while it works.
   * @param way the way of the connection; undefined = there was no connection
   */
  senderAddressOf(receiverId: string, way: number | undefined): string | undefined {
    return this.ways && this.config.senderAddresses[way ?? this.ways.indexOf(receiverId)];
  }

  /** Records an answer of the target: the proxies work. @param target `host:port` */
  answered(target: string): void {
    if (this.tunnels.areUsed) this.tunnels.answered(target);
  }

  /** Says who is at fault that a look-up takes so long; undefined = no look-up of the name is running. */
  lookUpFailureOf(hostname: string): 'ours' | 'theirs' | undefined {
    const askedMs = this.names.askedMsOf(hostname);
    if (askedMs === undefined) return undefined;
    return this.names.isOurFailure(hostname, askedMs) ? 'ours' : 'theirs';
  }

  /**
   * Finds out whether a proxy caused a broken connection or a time-out.
   * @param way the way of the connection; undefined = it was not open yet
   * @returns a sentence about the proxy; undefined = the receiver is at fault
   */
  async proxyFaultOf(receiverId: string, failure: ProxyFailure, way: number | undefined): Promise<string | undefined> {
    return this.tunnels.areUsed ? this.tunnels.faultOf(receiverId, failure, way) : undefined;
  }

  /** Forgets a receiver that has no connection any more. */
  forget(receiverId: string): void {
    this.tunnels.forget(receiverId);
    this.senders.forget(receiverId);
  }

  private async openTo(to: ResolvedDestination, signal: AbortSignal, timer: StepTimer): Promise<OpenConnection> {
    const connection = await timer.time('connectMs', this.open(to, signal));
    signal.addEventListener('abort', () => connection.socket.destroy());
    if (signal.aborted) connection.socket.destroy();
    signal.throwIfAborted();
    return { ...connection, again: () => this.openTo(to, signal, timer) };
  }

  private async open(to: ResolvedDestination, signal: AbortSignal): Promise<Connection> {
    if (this.tunnels.areUsed) return this.tunnels.open(to, signal);
    if (this.senders.areUsed) return this.senders.connect(to, signal);
    return { socket: await connectToAny({ addresses: to.addresses, port: to.port, localAddress: undefined }, signal) };
  }
}

/** The providers of an app that connects to receivers. The app also provides a SenderAddressListener. */
export const EGRESS_PROVIDERS = [Egress, Tunnels, Proxies, ProxyLimits, SenderAddresses, DnsResolver, CaStore];
