import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';

/** An answer is read this far; then the socket is destroyed. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** What of it the attempt log keeps. */
const KEPT_ANSWER_BYTES = 4 * 1024;

const NO_CONTENT = 204;

export interface Answer {
  readonly httpStatus: number;
  /** The first 4 KiB. */
  readonly text: string;
}

/** Undici's own error for an exchange that was given up says the same; a time-out is told by this name (classifyFailure). */
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

  static {
    // Undici tells the handler that its request begins and, within the same call, whoever listens here which socket that is written to.
    subscribe('undici:client:sendHeaders', (message) => {
      if (Exchange.beginning) Exchange.beginning.written = (message as { readonly socket: Socket }).socket;
      Exchange.beginning = undefined;
    });
  }

  /** @throws undici's or Node's error, or `TimeoutError` when the deadline has passed */
  readonly answer: Promise<Answer>;
  private settle!: { resolve: (answer: Answer) => void; reject: (error: Error) => void };
  private readonly deadline: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private written: Socket | undefined;
  private failure: Error | undefined;
  private httpStatus = 0;
  private readonly kept: Buffer[] = [];
  private bytes = 0;

  constructor(timeoutMs: number) {
    this.answer = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.deadline = setTimeout(() => this.giveUp(), timeoutMs);
  }

  /** What it was written to; undefined = it had no connection, so that the receiver has not heard of it. */
  get socket(): Socket | undefined {
    return this.written;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The deadline may have passed before there was a socket.
    if (this.failure) controller.abort(this.failure);
    else Exchange.beginning = this;
  }

  onResponseStart(_: Dispatcher.DispatchController, httpStatus: number): void {
    this.httpStatus = httpStatus;
    // Whole with its head. Where it gives a length undici waits for that and fails a webhook that was taken.
    if (httpStatus === NO_CONTENT) this.onResponseEnd();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.bytes < KEPT_ANSWER_BYTES) this.kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - this.bytes));
    this.bytes += chunk.length;
    if (this.bytes <= MAX_ANSWER_BYTES) return;
    this.onResponseEnd();
    controller.abort(new Error('the answer was too long to be read to its end'));
  }

  onResponseEnd(): void {
    clearTimeout(this.deadline);
    this.settle.resolve({ httpStatus: this.httpStatus, text: toStorableText(this.kept) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.deadline);
    this.settle.reject(error); // after an answer, or a deadline, it changes nothing
  }

  private giveUp(): void {
    this.failure = new DeadlinePassed('the deadline of the exchange has passed');
    this.controller?.abort(this.failure);
    this.settle.reject(this.failure);
  }
}

/** PostgreSQL text takes no NUL; half a character at the cut becomes a replacement mark. */
const toStorableText = (chunks: readonly Buffer[]): string =>
  chunks.length === 0 ? '' : Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
