// out: requests to a forward proxy itself
import { type ClientRequest, type IncomingMessage, request as overTcp } from 'node:http';
import { request as overTls } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { SECOND, timeLimit } from '#libs/config';
import { USER_AGENT } from '#libs/contracts';
import type { EgressProxy } from './egress-proxy.js';
import { DnsResolver } from '../addresses/dns-resolver.client.js';
import { CaStore } from '../sockets/ca-store.provider.js';

/** The longest waits for a proxy, ms. */
export class ProxyLimits {
  /** A proxy is near. A proxy that has not accepted the connection within this time is dead. */
  readonly reachMs: number = 2 * SECOND;
  /** For the answer to CONNECT. Three such waits fit into the usual time-out of a receiver. */
  readonly answerMs: number = 4 * SECOND;
  /** For the answer that shows that the proxy still works. */
  readonly checkMs: number = 2 * SECOND;
}

/** The result of one CONNECT. */
export type Connected =
  | { readonly kind: 'open'; readonly socket: Socket }
  /** The proxy works and will not, or cannot, open the tunnel. */
  | { readonly kind: 'answered'; readonly status: number }
  /** It took the connection and said nothing in time. */
  | { readonly kind: 'silent' }
  /** It took the connection and ended it without an answer. */
  | { readonly kind: 'closed' }
  /** Not there. */
  | { readonly kind: 'dead'; readonly detail: string };

interface Exchange {
  readonly method: 'CONNECT' | 'GET';
  readonly path: string;
  readonly host: string;
  readonly limitMs: number;
  /** Called when the proxy has accepted the connection. */
  readonly onReached?: () => void;
}

@Injectable()
export class Proxies {
  private readonly checks = new Map<string, Promise<boolean>>();

  constructor(
    private readonly names: DnsResolver,
    private readonly trust: CaStore,
    private readonly limits: ProxyLimits,
  ) {}

  /** Requests a tunnel to `authority` (address:port). It never rejects, and never takes longer than both limits together. */
  async connect(proxy: EgressProxy, authority: string, onReached: () => void): Promise<Connected> {
    return this.exchange(proxy, { method: 'CONNECT', path: authority, host: authority, limitMs: this.limits.answerMs, onReached });
  }

  /**
   * True while the proxy still answers. Every kind of proxy answers a request that is not meant for a proxy at once, with an error or by closing
   * the connection. This distinguishes a dead or frozen proxy from a dead or frozen receiver.
   */
  isAlive(proxy: EgressProxy): Promise<boolean> {
    const check = this.checks.get(proxy.name) ?? this.check(proxy).finally(() => this.checks.delete(proxy.name));
    this.checks.set(proxy.name, check);
    return check;
  }

  private async check(proxy: EgressProxy): Promise<boolean> {
    const { kind } = await this.exchange(proxy, { method: 'GET', path: '/', host: proxy.name, limitMs: this.limits.checkMs });
    return kind === 'answered' || kind === 'closed';
  }

  private exchange(proxy: EgressProxy, exchange: Exchange): Promise<Connected> {
    const request = this.open(proxy, exchange);
    const { reachMs } = this.limits;
    return new Promise<Connected>((resolve) => {
      let isReached = false;
      const settle = (connected: Connected): void => {
        endLimit();
        resolve(connected);
      };
      const over = (): void => {
        settle(isReached ? { kind: 'silent' } : { kind: 'dead', detail: `took no connection within ${reachMs} ms` });
        request.destroy();
      };
      let endLimit = timeLimit(reachMs, over);
      onceReached(request, proxy, () => {
        isReached = true;
        endLimit();
        endLimit = timeLimit(exchange.limitMs, over);
        exchange.onReached?.();
      });
      request.once('connect', (response, socket, head) => settle(toConnected(response, socket, head)));
      request.once('response', (response) => settle(toAnswered(response)));
      request.on('error', ({ message }) => settle(isReached ? { kind: 'closed' } : { kind: 'dead', detail: message }));
      request.end();
    });
  }

  private open({ host, port, isTls, authorization }: EgressProxy, exchange: Exchange): ClientRequest {
    const options = {
      host,
      port,
      method: exchange.method,
      path: exchange.path,
      agent: false,
      lookup: this.toProxyAddress,
      headers: {
        host: exchange.host,
        'user-agent': USER_AGENT,
        ...(authorization && { 'proxy-authorization': authorization.reveal() }),
      },
    } as const;
    const trust = { secureContext: this.trust.secureContext };
    return isTls ? overTls({ ...options, ...trust }) : overTcp(options);
  }

  /** The operator named the proxy, so a private address is fine. */
  private readonly toProxyAddress: LookupFunction = (hostname, options, callback) => {
    this.names.addressesOf(hostname).then(
      (addresses) => (options.all ? callback(null, [...addresses]) : callback(null, addresses[0]!.address, addresses[0]!.family)),
      (error: Error) => callback(error, []),
    );
  };
}

function onceReached(request: ClientRequest, { isTls }: EgressProxy, reached: () => void): void {
  request.once('socket', (socket) => socket.once(isTls ? 'secureConnect' : 'connect', reached));
}

function toConnected(response: IncomingMessage, socket: Socket, head: Buffer): Connected {
  const { statusCode = 0 } = response;
  socket.on('error', () => undefined); // the user of the socket handles its end
  if (statusCode < 200 || statusCode > 299) {
    socket.destroy();
    return { kind: 'answered', status: statusCode };
  }
  if (head.length > 0) socket.unshift(head);
  return { kind: 'open', socket };
}

function toAnswered(response: IncomingMessage): Connected {
  response.destroy();
  return { kind: 'answered', status: response.statusCode ?? 0 };
}
