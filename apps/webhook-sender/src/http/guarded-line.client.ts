import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { KIB } from '#libs/config';

/** No handshake is made, or it is broken off: class `tls`. */
export class HandshakeRefused extends Error {
  readonly code = 'E_HANDSHAKE';
}

/**
 * A TCP connection whose TLS handshake is bounded and measured. OpenSSL verifies the whole chain of a server, trusted or not, on the thread
 * that all receivers share: a chain of 100 KB takes 700 ms. Node hands the bytes of a socket to OpenSSL itself; those of a stream come by here.
 */
export class GuardedLine extends Duplex {
  /** CPU time of this thread on what the server sent, ms. */
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
      this.destroy(error);
    });
    raw.on('close', () => {
      this.destroy();
      // What TLS says of it comes first.
      setImmediate(() => this.breakOff(new Error('the connection was closed within its TLS handshake')));
    });
  }

  /** The handshake is over: what comes now is bounded elsewhere. */
  open(): void {
    this.leftBytes = Infinity;
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data' || this.leftBytes === Infinity) return super.emit(event, ...values);
    const before = process.threadCpuUsage();
    const isHeard = super.emit(event, ...values);
    const { user, system } = process.threadCpuUsage(before);
    this.costMs += (user + system) / 1000;
    return isHeard;
  }

  override _read(): void {
    this.raw.resume();
  }

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
    if (this.leftBytes < 0) {
      this.breakOff(
        new HandshakeRefused(
          `its TLS handshake has more than ${mostBytes / KIB} KiB: does it send too many certificates, or one with too many names?`,
        ),
      );
      this.destroy();
    } else if (!this.push(chunk)) this.raw.pause();
  }
}
