import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A TCP link to a server that can fall silent: connections stay open and nothing arrives on either side, as when a packet filter forgets
 * them.
 */
export interface SilentLink {
  readonly port: number;
  /** Silences open and new connections. */
  readonly silence: () => void;
  /** Lets new connections work again; silenced connections stay silent. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

export async function startSilentLink(target: { readonly host: string; readonly port: number }): Promise<SilentLink> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    from.pipe(to);
  };
  const server = createServer((client) => {
    if (isSilent) {
      sockets.add(client.on('error', () => undefined));
      return;
    }
    const upstream = connect(target);
    join(client, upstream);
    join(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true;
      sockets.forEach((socket) => socket.unpipe().pause());
    },
    heal: () => (isSilent = false),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
