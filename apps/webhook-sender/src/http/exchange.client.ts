import { subscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import { timeLimit } from '#libs/config';
import { ConnectionFault, contain } from './connection-fault.js';
import type { ExchangeProgress } from './failure-words.js';
import type { Answer } from './outcome.js';
import { whenReadTooFar } from './read-limit.client.js';

/** The most bytes of an answer's body that are read; then the socket is destroyed. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** The most bytes of an answer that the attempt log keeps. */
const KEPT_ANSWER_BYTES = 4 * 1024;

/** A lower status is an interim answer. */
const LEAST_FINAL = 200;

/** Undici's own error for an aborted exchange has the same text; classifyFailure recognises a time-out by this name. */
class DeadlinePassed extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * One POST, from the queue of its pool to the whole answer, under one deadline. Undici calls it at each step directly: a stream and an
 * abort signal for each POST would cost as much as the POST.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** The exchange that undici is about to write. */
  private static beginning: Exchange | undefined;
  private static readonly used = new WeakSet<Socket>();

  static {
    // Within one call, undici tells the handler that its request begins, and tells this channel which socket it uses.
    subscribe('undici:client:sendHeaders', (message) => {
      const exchange = Exchange.beginning;
      Exchange.beginning = undefined;
      exchange?.contained(() => exchange.goesBy((message as { readonly socket: TLSSocket }).socket));
    });
  }

  /** @throws undici's or Node's error, `E_FLOOD` (read-limit.client), or `TimeoutError` when the deadline has passed */
  readonly answer: Promise<Answer>;
  private settle!: { resolve: (answer: Answer) => void; reject: (error: Error) => void };
  private readonly endDeadline: () => void;
  private controller: Dispatcher.DispatchController | undefined;
  private written: Socket | undefined;
  private stopWatching: (() => void) | undefined;
  private reached: ExchangeProgress = { kind: 'connecting' };
  private isFirstOfSocket = false;
  private writtenMs = 0;
  private firstByteAtMs: number | undefined;
  private failure: Error | undefined;
  private location: string | undefined;
  private retryAfter: string | undefined;
  private httpStatus = 0;
  private readonly kept: Buffer[] = [];
  private bytes = 0;

  /** @param onFault called when a step of the exchange throws; the exchange has then failed */
  constructor(
    timeoutMs: number,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.answer = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.answer.catch(() => undefined); // without a connection nobody awaits the answer, and the deadline still rejects it
    this.endDeadline = timeLimit(timeoutMs, () => this.giveUp(new DeadlinePassed('the deadline of the exchange has passed')));
  }

  /** The socket that the request was written to; undefined = there was no connection, so the receiver cannot have got the request. */
  get socket(): Socket | undefined {
    return this.written;
  }

  /** How far the exchange has come. */
  get progress(): ExchangeProgress {
    return this.reached;
  }

  /** True when the connection was opened for this exchange, or this exchange is the first to use it. */
  get isFirst(): boolean {
    return this.isFirstOfSocket;
  }

  /** From the request to the head of an answer, ms; undefined = no head came. */
  get firstByteMs(): number | undefined {
    return this.firstByteAtMs === undefined ? undefined : Math.round(this.firstByteAtMs - this.writtenMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.contained(() => {
      this.controller = controller;
      // The deadline may have passed before there was a socket.
      if (this.failure) controller.abort(this.failure);
      else Exchange.beginning = this;
    });
  }

  onResponseStart(_: Dispatcher.DispatchController, httpStatus: number, headers: IncomingHttpHeaders): void {
    this.contained(() => this.begin(httpStatus, headers));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.contained(() => {
      if (this.bytes < KEPT_ANSWER_BYTES) this.kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - this.bytes));
      this.bytes += chunk.length;
      if (this.bytes <= MAX_ANSWER_BYTES) return;
      this.finish();
      controller.abort(new Error('the answer is too long to be read completely'));
    });
  }

  onResponseEnd(): void {
    this.contained(() => this.finish());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end();
    this.settle.reject(error); // after an answer or a deadline, this changes nothing
  }

  private begin(httpStatus: number, headers: IncomingHttpHeaders): void {
    this.firstByteAtMs ??= performance.now();
    this.httpStatus = httpStatus;
    this.location = headers.location;
    this.retryAfter = headers['retry-after'];
    if (httpStatus >= LEAST_FINAL) this.reached = { kind: 'answering', httpStatus };
  }

  private finish(): void {
    this.end();
    this.settle.resolve({
      httpStatus: this.httpStatus,
      text: toStorableText(this.kept),
      location: this.location,
      retryAfter: this.retryAfter,
    });
  }

  private goesBy(socket: TLSSocket): void {
    const isReused = Exchange.used.has(socket);
    this.written = socket;
    this.isFirstOfSocket = !isReused;
    this.writtenMs = performance.now();
    this.reached = { kind: 'written', isReused, isCertificateWanted: !isReused && isCertificateWanted(socket) };
    // Node reports a TLS fault after the handshake and leaves the socket open; undici waits for the socket's end.
    if (!isReused) socket.on('error', () => socket.destroy());
    Exchange.used.add(socket);
    this.stopWatching?.();
    this.stopWatching = whenReadTooFar(socket, isReused ? 'now' : 'begin', (flood) => this.contained(() => this.breakOff(flood)));
  }

  /** Ends an exchange whose server floods. If a status has come, the status counts, as with a body that is too long. */
  private breakOff(flood: Error): void {
    if (this.httpStatus < LEAST_FINAL) return this.giveUp(flood);
    this.finish();
    this.contained(() => this.controller?.abort(flood));
  }

  /** Fails the exchange at once. Never throws. */
  giveUp(failure: Error): void {
    this.end();
    this.failure = failure;
    this.settle.reject(failure);
    this.contained(() => this.controller?.abort(failure));
  }

  /** An exception in a timer, a channel or a callback of undici ends this exchange and not the process. */
  private contained(step: () => void): void {
    contain(step, (error) => {
      this.end();
      this.settle.reject(new ConnectionFault(error));
      this.onFault(error);
    });
  }

  private end(): void {
    this.endDeadline();
    this.stopWatching?.();
  }
}

/**
 * Node has no other sign that a server asked for a client certificate. In TLS 1.3 the handshake goes on until the server finds that there
 * is none.
 */
export const isCertificateWanted = (socket: TLSSocket): boolean => socket.getSharedSigalgs().length > 0;

/** PostgreSQL text does not allow NUL; half a character at the cut becomes a replacement character. */
const toStorableText = (chunks: readonly Buffer[]): string =>
  chunks.length === 0 ? '' : Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
