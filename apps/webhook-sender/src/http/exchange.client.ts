import { subscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import { ConnectionFault, contain } from './connection-fault.js';
import type { ExchangeProgress } from './failure-words.js';
import type { Answer } from './outcome.js';
import { whenReadTooFar } from './read-limit.client.js';

/** The body of an answer is read this far; then the socket is destroyed. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** What of it the attempt log keeps. */
const KEPT_ANSWER_BYTES = 4 * 1024;

/** What has a lower status is an interim answer. */
const LEAST_FINAL = 200;

/** Undici's own error for an aborted exchange has the same text; classifyFailure recognises a time-out by this name. */
class DeadlinePassed extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * One POST on its way, from the queue of its pool to the whole answer, under one deadline. Undici tells it each step itself: a stream and an
 * abort signal for each POST would cost as much as the POST.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** The one that undici is about to write. */
  private static beginning: Exchange | undefined;
  private static readonly used = new WeakSet<Socket>();

  static {
    // Within one call, undici informs the handler that its request begins, and this channel which socket it uses.
    subscribe('undici:client:sendHeaders', (message) => {
      const exchange = Exchange.beginning;
      Exchange.beginning = undefined;
      exchange?.contained(() => exchange.goesBy((message as { readonly socket: TLSSocket }).socket));
    });
  }

  /** @throws undici's or Node's error, `E_FLOOD` (read-limit.client), or `TimeoutError` when the deadline has passed */
  readonly answer: Promise<Answer>;
  private settle!: { resolve: (answer: Answer) => void; reject: (error: Error) => void };
  private readonly deadline: NodeJS.Timeout;
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

  /** @param onFault told when a step of the exchange throws, and the exchange has failed by it */
  constructor(
    timeoutMs: number,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.answer = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.answer.catch(() => undefined); // without a connection nothing waits for it, and the deadline rejects it all the same
    this.deadline = setTimeout(() => this.giveUp(new DeadlinePassed('the deadline of the exchange has passed')), timeoutMs);
  }

  /** What it was written to; undefined = it had no connection, so that the receiver has not heard of it. */
  get socket(): Socket | undefined {
    return this.written;
  }

  /** How far it has come. */
  get progress(): ExchangeProgress {
    return this.reached;
  }

  /** Its connection was opened for it, or it is the first to use it. */
  get isFirst(): boolean {
    return this.isFirstOfSocket;
  }

  /** From the request to the head of an answer; undefined = none came. */
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
      controller.abort(new Error('the answer was too long to be read to its end'));
    });
  }

  onResponseEnd(): void {
    this.contained(() => this.finish());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end();
    this.settle.reject(error); // after an answer, or a deadline, it changes nothing
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
    // Node reports a fault of TLS behind the handshake and leaves the socket open; undici waits for its end.
    if (!isReused) socket.on('error', () => socket.destroy());
    Exchange.used.add(socket);
    this.stopWatching?.();
    this.stopWatching = whenReadTooFar(socket, isReused ? 'now' : 'begin', (flood) => this.contained(() => this.breakOff(flood)));
  }

  /** A status that has come counts, as where the body alone is too long. */
  private breakOff(flood: Error): void {
    if (this.httpStatus < LEAST_FINAL) return this.giveUp(flood);
    this.finish();
    this.contained(() => this.controller?.abort(flood));
  }

  /** Fails at once. Never throws. */
  giveUp(failure: Error): void {
    this.end();
    this.failure = failure;
    this.settle.reject(failure);
    this.contained(() => this.controller?.abort(failure));
  }

  /** What throws in a timer, a channel or a callback of undici ends this exchange, and not the process. */
  private contained(step: () => void): void {
    contain(step, (error) => {
      this.end();
      this.settle.reject(new ConnectionFault(error));
      this.onFault(error);
    });
  }

  private end(): void {
    clearTimeout(this.deadline);
    this.stopWatching?.();
  }
}

/** Node tells a client in no other way that it was asked for a certificate; TLS 1.3 goes on until the other side sees that there is none. */
export const isCertificateWanted = (socket: TLSSocket): boolean => socket.getSharedSigalgs().length > 0;

/** PostgreSQL text takes no NUL; half a character at the cut becomes a replacement mark. */
const toStorableText = (chunks: readonly Buffer[]): string =>
  chunks.length === 0 ? '' : Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
