import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { identityFor } from './receiver.js';

/**
 * Opens tunnels, answers CONNECT with a status, or does not answer CONNECT; `frozen` falls silent everywhere, including in open tunnels.
 */
export type ProxyBehaviour = 'tunnel' | 'silent' | 'frozen' | number;

export interface ForwardProxy {
  readonly port: number;
  /** The proxy's URL as in EGRESS_PROXIES; `user:password@` on request. */
  readonly url: (credentials?: string) => string;
  /** Targets of all CONNECT requests so far, as `address:port`. */
  readonly asked: () => readonly string[];
  /** Sets the behaviour from now on, optionally by target. */
  readonly behave: (behaviour: ProxyBehaviour | ((target: string) => ProxyBehaviour)) => void;
  /** Ends the proxy and all its tunnels at once. */
  readonly kill: () => Promise<void>;
}

export interface ProxyOptions {
  /** The proxy answers 407 unless `Proxy-Authorization` contains these credentials. */
  readonly credentials?: string;
  readonly isTls?: boolean;
  /** Loopback address that its tunnels come from: it tells a receiver which proxy was used. */
  readonly from?: string;
  /** A fixed port, to replace an earlier proxy at its address. */
  readonly port?: number;
}

/**
 * A real forward proxy on 127.0.0.1. It opens a TCP tunnel to every target of a CONNECT; if that fails it answers 502, as Squid and others
 * do.
 */
export async function startForwardProxy({ credentials, from, isTls = false, port = 0 }: ProxyOptions = {}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const sockets = new Set<Duplex>();
  let behaviourFor: (target: string) => ProxyBehaviour = () => 'tunnel';
  const server: Server = isTls ? createTlsServer(await identityFor({})) : createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('request', (_, response) => {
    if (behaviourFor('') !== 'frozen') response.writeHead(400).end();
  });
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    const target = request.url ?? '';
    const behaviour = behaviourFor(target);
    asked.push(target);
    client.on('error', () => undefined);
    if (behaviour === 'silent' || behaviour === 'frozen') return;
    if (credentials !== undefined && !carries(request, credentials)) return refuse(client, 407);
    if (typeof behaviour === 'number') return refuse(client, behaviour);
    const upstream = openTunnel(client, target, from);
    sockets.add(upstream);
    upstream.on('close', () => sockets.delete(upstream));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: (user) => `${isTls ? 'https' : 'http'}://${user === undefined ? '' : `${user}@`}127.0.0.1:${address.port}`,
    asked: () => asked,
    behave: (next) => {
      behaviourFor = typeof next === 'function' ? next : () => next;
      if (next === 'frozen') sockets.forEach((socket) => socket.pause().unpipe());
    },
    kill: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function carries({ headers }: IncomingMessage, credentials: string): boolean {
  return headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function refuse(client: Duplex, status: number): void {
  client.end(`HTTP/1.1 ${status} No Tunnel\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}

function openTunnel(client: Duplex, authority: string, localAddress: string | undefined): Socket {
  const [, hostname = '', port] = /^(.+):(\d+)$/.exec(authority) ?? [];
  const upstream = connect({
    port: Number(port),
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(localAddress !== undefined && { localAddress }),
  });
  let isOpen = false;
  upstream.once('connect', () => {
    isOpen = true;
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(client).pipe(upstream);
  });
  upstream.on('error', () => (isOpen ? client.destroy() : refuse(client, 502)));
  upstream.on('close', () => isOpen && client.destroy());
  client.on('close', () => upstream.destroy());
  return upstream;
}
