import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { KIB } from '#libs/config';

/** The TLS handshake of a server is broken off: class `tls`. */
export class HandshakeRefused extends Error {
  readonly code = 'E_HANDSHAKE';
}

/**
 * The connection of a probe: it bounds and measures one TLS handshake. Node hands the bytes of a socket to OpenSSL itself; the bytes of a
 * stream pass here. No request uses it: over a stream, a TLS socket may emit `error` after `close`, and Node has ended processes by it
 * (docs/decisions/0015-connections.md).
 */
export class GuardedLine extends Duplex {
  /** CPU time of this thread for the bytes of the server, ms. */
  costMs = 0;
  /** Rejects when the server has sent too much, or the connection ends. */
  readonly broken: Promise<never>;
  private breakOff!: (error: Error) => void;
  private leftBytes: number;

  constructor(
    private readonly raw: Socket,
    mostBytes: number,
  ) {
    super();
    this.leftBytes = mostBytes;
    this.broken = new Promise((_, reject) => (this.breakOff = reject));
    this.broken.catch(() => undefined); // the handshake may have ended before
    raw.on('data', (chunk: Buffer) => this.pass(chunk, mostBytes));
    raw.on('end', () => this.push(null));
    raw.on('error', (error) => {
      this.breakOff(error);
      this.destroy();
    });
    raw.on('close', () => {
      this.destroy();
      // What TLS says of it comes first.
      setImmediate(() => this.breakOff(new Error('the connection was closed within its TLS handshake')));
    });
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...values);
    const before = process.threadCpuUsage();
    const isHeard = super.emit(event, ...values);
    const { user, system } = process.threadCpuUsage(before);
    this.costMs += (user + system) / 1000;
    return isHeard;
  }

  /** All bytes are pushed as they come: they are few. */
  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.raw.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.raw.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.raw.destroy();
    done(error);
  }

  private pass(chunk: Buffer, mostBytes: number): void {
    this.leftBytes -= chunk.length;
    if (this.leftBytes >= 0) return void this.push(chunk);
    this.breakOff(
      new HandshakeRefused(
        `its TLS handshake has more than ${mostBytes / KIB} KiB: does it send too many certificates, or one with too many names?`,
      ),
    );
    this.destroy();
  }
}
