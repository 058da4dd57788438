// out: TCP connections to the addresses of a receiver or its token endpoint
import { connect, type Socket } from 'node:net';
import { SECOND } from '#libs/config';

/** When an address has not accepted after this time, the next is tried too. Node's 250 ms are too short for healthy addresses overseas. */
const NEXT_ADDRESS_MS = SECOND;

export interface Target {
  /** Checked addresses, in the order of the tries. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** The sender address that the socket is bound to. */
  readonly localAddress: string | undefined;
}

/** A connection before TLS. */
export interface Connection {
  readonly socket: Socket;
  /** The index of the sender address or proxy in the setting; undefined = neither is used. */
  readonly way?: number;
}

/**
 * Connects to the first address that accepts. Earlier tries continue beside the next one: one lost packet costs a second, and this machine may
 * have no route to the next address's family.
 * @param signal aborts the tries
 * @throws the failure of the only address, or an AggregateError of all failures
 */
export function connectToAny(target: Target, signal: AbortSignal): Promise<Socket> {
  const dial = new Dial(target);
  if (signal.aborted) dial.giveUp(signal.reason as Error);
  else {
    signal.addEventListener('abort', () => dial.giveUp(signal.reason as Error));
    dial.tryNext();
  }
  return dial.taken;
}

class Dial {
  readonly taken: Promise<Socket>;
  private settle!: { resolve: (socket: Socket) => void; reject: (error: Error) => void };
  private readonly left: string[];
  private readonly trying = new Set<Socket>();
  private readonly failures: Error[] = [];
  private next: NodeJS.Timeout | undefined;

  constructor(private readonly target: Target) {
    this.left = [...target.addresses];
    this.taken = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  tryNext(): void {
    clearTimeout(this.next);
    const host = this.left.shift();
    if (host === undefined) return this.failIfAllHave();
    const { port, localAddress } = this.target;
    const socket = connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
    this.trying.add(socket);
    socket.once('connect', () => this.take(socket));
    socket.on('error', (error) => this.fail(socket, error));
    if (this.left.length > 0) this.next = setTimeout(() => this.tryNext(), NEXT_ADDRESS_MS);
  }

  /** Has no effect once a connection was chosen. */
  giveUp(error: Error): void {
    this.end();
    this.settle.reject(error);
  }

  private take(socket: Socket): void {
    this.trying.delete(socket);
    this.end();
    this.settle.resolve(socket);
  }

  private fail(socket: Socket, error: Error): void {
    if (!this.trying.delete(socket)) return; // the user of the chosen socket handles its end
    this.failures.push(error);
    this.tryNext();
  }

  private failIfAllHave(): void {
    if (this.trying.size > 0) return;
    this.settle.reject(this.failures.length === 1 ? this.failures[0]! : new AggregateError(this.failures));
  }

  private end(): void {
    clearTimeout(this.next);
    this.trying.forEach((socket) => socket.destroy());
    this.trying.clear();
  }
}
