import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A TCP connection as the server's TLS sees it. Data can be held back in both directions, and tests can write more beneath TLS. */
export class Line extends Duplex {
  /** The server has written something. */
  hasWritten = false;

  /** @param holdsBack called with the data that the server writes; true = do not send it */
  constructor(
    readonly raw: Socket,
    private readonly holdsBack: (chunk: Buffer) => boolean,
  ) {
    super();
    raw.on('end', () => this.push(null));
    raw.on('close', () => this.destroy());
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.raw.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.hasWritten = true;
    if (this.holdsBack(chunk)) done();
    else this.raw.write(chunk, () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    this.raw.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.raw.destroy();
    done(error);
  }
}
