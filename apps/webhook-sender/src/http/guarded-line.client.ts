import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { KIB } from '#libs/config';

/** The TLS handshake with a server is broken off: class `tls`. */
export class HandshakeRefused extends Error {
  readonly code = 'E_HANDSHAKE';
}

/**
 * The connection of a probe: bounds and measures one TLS handshake. Node passes the bytes of a socket to OpenSSL directly, but the bytes of
 * a stream pass through this class. No request uses it: over a stream, a TLS socket may emit `error` after `close`, and that has ended Node
 * processes (docs/decisions/0015-connections.md).
 */
export class GuardedLine extends Duplex {
  /** The CPU time that this thread has spent on the server's bytes, ms. */
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
    this.broken.catch(() => undefined); // the handshake may end first
    raw.on('data', (chunk: Buffer) => this.pass(chunk, mostBytes));
    raw.on('end', () => this.push(null));
    raw.on('error', (error) => {
      this.breakOff(error);
      this.destroy();
    });
    raw.on('close', () => {
      this.destroy();
      // The TLS error, if there is one, comes first.
      setImmediate(() => this.breakOff(new Error('the connection was closed during its TLS handshake')));
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

  /** Nothing to do: the few bytes are pushed as they arrive. */
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
        `its TLS handshake is longer than ${mostBytes / KIB} KiB: does it send too many certificates, or a certificate with too many names?`,
      ),
    );
    this.destroy();
  }
}
