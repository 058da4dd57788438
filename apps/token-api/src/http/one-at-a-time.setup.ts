import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { KIB, SECOND } from '#libs/config';

/** The most requests that a client may send ahead. A client with more is disconnected after an answer, so that a flood ends. */
const MOST_AHEAD = 16;
const LINGER_MS = SECOND;
const BLANK_LINE = '\r\n\r\n';
/**
 * The most bytes and pieces of a connection that are parsed in one turn of the event loop, except for a body of known length. Pieces are
 * limited because a chunk may have a single byte.
 */
const MOST_BYTES = KIB;
const MOST_PIECES = 4;
/** The most connections with unparsed bytes that continue in one turn of the event loop: a flood of them must leave time for others. */
const MOST_AT_ONCE = 10;

/**
 * Parses one request of a connection at a time: later bytes are parsed when the answer has been written. Node itself parses everything that
 * a socket delivers, and 64 KiB hold thousands of requests. A client that sends a few requests ahead gets its answers in order.
 */
export function parseOneAtATime(server: Server): void {
  const [inlets, turns] = [new WeakMap<object, Inlet>(), new Turns()];
  server.on('connection', (socket: Socket) => inlets.set(socket, new Inlet(socket, turns)));
  server.prependListener('request', (request, response) => inlets.get(request.socket)?.begin(request, response));
  // Node has released the parser of this socket; otherwise it would report the error again.
  server.prependListener('clientError', (_, socket) => inlets.get(socket)?.close());
  server.prependListener('connect', (_, socket) => inlets.get(socket)?.close());
}

/** Runs tasks in later turns of the event loop, a few in each turn. */
class Turns {
  private readonly waiting: (() => void)[] = [];

  wait(goOn: () => void): void {
    if (this.waiting.push(goOn) === 1) this.callSoon();
  }

  private callSoon(): void {
    setImmediate(() => {
      const called = this.waiting.slice(0, MOST_AT_ONCE);
      for (const goOn of called) goOn();
      this.waiting.splice(0, called.length);
      if (this.waiting.length > 0) this.callSoon();
    });
  }
}

/** Stands between a socket and the parser of Node. */
class Inlet {
  private readonly parse: (bytes: Buffer) => void;
  private underWay: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** Unparsed bytes of the current body, where the head says its length. */
  private bodyBytesLeft = 0;
  /** The last bytes that were parsed: a blank line may be split between two pieces. */
  private tail: Buffer = Buffer.alloc(0);
  /** Consecutive requests that arrived before the previous answer was written. */
  private ahead = 0;
  /** True until its next turn. */
  private isResting = false;
  private isClosed = false;

  constructor(
    private readonly socket: Socket,
    private readonly turns: Turns,
  ) {
    const [parse] = socket.listeners('data');
    this.parse = parse as typeof this.parse;
    socket.off('data', this.parse);
    socket.on('data', (bytes: Buffer) => this.take(bytes));
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.underWay = { request, response };
    this.bodyBytesLeft = Number(request.headers['content-length'] ?? 0);
    if (this.ahead >= MOST_AHEAD) this.endBehind(response);
    response.once('finish', () => {
      const isMoreThere = this.socket.readableLength > 0;
      this.ahead = isMoreThere ? this.ahead + 1 : 0;
      if (isMoreThere) this.goOn();
    });
  }

  /** Drops all further bytes. */
  close(): void {
    this.isClosed = true;
    this.goOn();
  }

  private take(bytes: Buffer): void {
    let at = 0;
    for (let pieces = 0; pieces < MOST_PIECES && at < Math.min(bytes.length, MOST_BYTES) && this.isReady(); pieces++) {
      const piece = this.nextPiece(bytes.subarray(at));
      this.parse(piece);
      at += piece.length;
    }
    if (at === bytes.length || this.isClosed) return;
    this.socket.pause();
    this.socket.unshift(bytes.subarray(at));
    if (this.isReady()) this.goOn();
  }

  /**
   * Returns the bytes up to a possible end of a request: a body of known length ends by its length, a head or a chunked body with a blank
   * line.
   */
  private nextPiece(bytes: Buffer): Buffer {
    const known = bytes.subarray(0, this.bodyBytesLeft);
    this.bodyBytesLeft -= known.length;
    if (known.length > 0) return known;
    const most = bytes.subarray(0, MOST_BYTES);
    const cut = Buffer.concat([this.tail, most.subarray(0, 3)]).indexOf(BLANK_LINE);
    const start = cut >= 0 ? cut - this.tail.length : most.indexOf(BLANK_LINE);
    const isThere = cut >= 0 || start >= 0;
    const piece = isThere ? most.subarray(0, start + BLANK_LINE.length) : most;
    this.tail = piece.subarray(-3);
    return piece;
  }

  /** True when no complete request waits for its answer. */
  private isReady(): boolean {
    if (this.isResting || this.isClosed) return false;
    return !this.underWay?.request.complete || this.underWay.response.writableFinished;
  }

  /** Continues in a later turn of the event loop, so that a flood leaves time for other connections. */
  private goOn(): void {
    this.isResting = true; // needed because a request also resumes its socket, to get its body
    this.turns.wait(() => {
      this.isResting = false;
      this.socket.resume();
    });
  }

  /**
   * Closes the connection after this answer. Later bytes are read and dropped for a while: closing a connection with unread bytes can
   * destroy the answer (RFC 9112, 9.6).
   */
  private endBehind(response: ServerResponse): void {
    response.shouldKeepAlive = false; // the answer announces the close
    this.socket.destroySoon = () => {
      this.close();
      this.socket.end();
      setTimeout(() => this.socket.destroy(), LINGER_MS).unref();
    };
  }
}
