import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { End, Stage } from './cells.js';
import { Line } from './line.js';
import { CLEAR_CLOSE_NOTIFY, halvesOf, JUNK, longRecord, PLAIN_TEXT } from './raw-bytes.js';

/** How a healthy answer leaves the connection. */
export type Leaves = 'keep' | 'close';

/** State that all connections to a hostile server share. */
export interface Habits {
  readonly stage: Stage;
  readonly end: End;
  readonly body: string;
  /** The value of a header line. */
  readonly keepAlive: string;
  readonly secureContext: SecureContext | undefined;
  readonly isTls13: boolean;
  /** Returns how to answer the next request; undefined = do not answer it. */
  readonly nextAnswer: () => Leaves | undefined;
  readonly answered: () => void;
  /** @param isKept true if its connection has carried a request before */
  readonly struck: (isKept: boolean) => void;
}

const SLOW_MS = 20;
/** The number of bytes missing from a body that never ends: more than any client waits for. */
const MISSING_BYTES = 10_000;
const STATUS_LINE = 'HTTP/1.1 200 OK\r\n';
const TUNNEL = 'HTTP/1.1 200 Connection established\r\n';
const FOR_EVER = 'X-Slow: ';

/** One connection to a hostile server. */
export class Visit {
  private readonly tls: TLSSocket | undefined;
  private readonly line: Line;
  private readonly isHostile: boolean;
  private isSecure = false;
  private isKept = false;
  private isOver = false;
  private got = '';
  private ticks: NodeJS.Timeout | undefined;

  constructor(
    readonly raw: Socket,
    private readonly habits: Habits,
  ) {
    this.isHostile = habits.nextAnswer() === undefined;
    this.line = new Line(raw, (flight) => this.holdsBack(flight));
    raw.on('error', () => undefined);
    raw.on('close', () => clearInterval(this.ticks));
    raw.on('data', (chunk: Buffer) => this.take(chunk));
    if (habits.secureContext) this.tls = this.secure(habits.secureContext);
    else this.line.on('data', (chunk: Buffer) => this.read(chunk));
    if (this.isAt('accept')) this.strike();
  }

  /** Ends the connection, or starts to misbehave on it. */
  strike(rest?: Buffer): void {
    if (this.isOver) return;
    // An idle connection that stays silent is healthy.
    this.isOver = this.habits.stage !== 'idle connection' || this.habits.end !== 'silence';
    this.habits.struck(this.isKept);
    this.raw.resume();
    this.strikeBy(this.habits.end, rest);
  }

  private strikeBy(end: End, rest?: Buffer): void {
    switch (end) {
      case 'FIN':
        this.raw.end();
        return;
      case 'RST':
        this.raw.resetAndDestroy();
        return;
      case 'close_notify':
        if (this.isSecure) this.tls?.end();
        else this.raw.end(CLEAR_CLOSE_NOTIFY);
        return;
      case 'junk':
        this.raw.write(JUNK);
        return;
      case 'plain text':
        this.raw.write(PLAIN_TEXT);
        return;
      case 'silence':
        return;
      case 'slow bytes':
        this.drip(rest);
        return;
      default:
        throw new Error(`there is no end ${String(end satisfies never)}`);
    }
  }

  private secure(secureContext: SecureContext): TLSSocket {
    const requestCert = this.habits.stage === 'certificate demanded';
    const tls = new TLSSocket(this.line, { isServer: true, secureContext, requestCert, rejectUnauthorized: false });
    tls.on('error', () => undefined);
    tls.on('data', (chunk: Buffer) => this.read(chunk));
    tls.on('secure', () => {
      this.isSecure = true;
      // The server writes its own last handshake message after this event.
      if (this.isAt('handshake done')) setImmediate(() => this.strike());
    });
    return tls;
  }

  private isAt(stage: Stage): boolean {
    return this.isHostile && this.habits.stage === stage;
  }

  private take(chunk: Buffer): void {
    const isFlight = this.isAt('certificate demanded') && this.line.hasWritten;
    if (this.isOver && !this.isSecure) return;
    if (this.isAt('ClientHello') || isFlight) this.strike();
    else if (!this.line.push(chunk)) this.raw.pause();
  }

  private holdsBack(flight: Buffer): boolean {
    if (this.isOver && !this.isSecure) return true;
    if (!this.isAt('half a ServerHello')) return false;
    const { first, rest } = halvesOf(flight);
    this.raw.write(first, () => this.strike(rest));
    return true;
  }

  private read(chunk: Buffer): void {
    if (this.isOver) return;
    this.got += chunk.toString('latin1');
    const { stage, nextAnswer } = this.habits;
    const isHostile = nextAnswer() === undefined;
    if (isHostile && (stage === 'request half read' || stage === 'next request')) return this.strike();
    const end = this.got.indexOf('\r\n\r\n');
    if (end < 0) return;
    const bodyBytes = Number(/^content-length: *(\d+)/im.exec(this.got.slice(0, end))?.[1] ?? 0);
    if (this.got.length < end + 4 + bodyBytes) return;
    const isConnect = this.got.startsWith('CONNECT ');
    this.got = '';
    if (isHostile) this.write(isConnect ? tunnelUntil(stage) : this.answerUntil(stage), () => this.strike());
    else this.answerWell(nextAnswer()!);
  }

  private answerWell(leaves: Leaves): void {
    this.habits.answered();
    this.isKept = true;
    const { body, keepAlive } = this.habits;
    const connection = leaves === 'keep' ? `Connection: keep-alive\r\n${keepAlive}` : 'Connection: close\r\n';
    const text = `${STATUS_LINE}Content-Length: ${body.length}\r\n${connection}\r\n${body}`;
    this.write(text, () => leaves === 'close' && (this.tls ?? this.raw).end());
  }

  private answerUntil(stage: Stage): string {
    const { body } = this.habits;
    const length = body.length + (stage === 'whole answer' ? 0 : MISSING_BYTES);
    const headers = `${STATUS_LINE}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    if (stage === 'status line') return STATUS_LINE;
    if (stage === 'headers') return headers;
    if (stage === 'part of the body') return headers + body;
    if (stage === 'body without length') return `${STATUS_LINE}Content-Type: application/json\r\n\r\n${body}`;
    return stage === 'whole answer' ? headers + body : '';
  }

  private write(text: string, done: () => void): void {
    if (text === '') done();
    else (this.tls ?? this.raw).write(text, 'latin1', done);
  }

  /** Sends the next bytes one by one, without end. */
  private drip(rest = longRecord(this.habits.isTls13 && this.line.hasWritten)): void {
    const byTls = this.isSecure || !this.tls;
    const text = this.habits.stage === 'status line' ? FOR_EVER : STATUS_LINE + FOR_EVER;
    let count = 0;
    this.ticks = setInterval(() => {
      const byte = byTls ? (text[count] ?? 'x') : rest.subarray(count, count + 1);
      count += 1;
      if (!this.raw.writable) clearInterval(this.ticks);
      else (byTls && this.tls ? this.tls : this.raw).write(byte);
    }, SLOW_MS);
  }
}

/** An answer to CONNECT has no body. */
function tunnelUntil(stage: Stage): string {
  if (stage === 'status line') return TUNNEL;
  return stage === 'whole answer' ? `${TUNNEL}\r\n` : '';
}
