import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { CONFIG, within } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import { callerOf, noteWait } from '../http/access.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { ConcurrencyLimiter, type Permit } from './concurrency-limiter.js';

/** A waiting request costs little, because its body is not read yet. This many may wait while the database is away for a moment. */
const MOST_WAITING = 500;

/**
 * 429: only so many requests of an account are at work at once. One is from here until its answer has been taken, so the bodies that come
 * slowly and the answers that are not read take a bounded part of the memory, whatever the account stores.
 */
@Injectable()
export class ConcurrencyGuard implements CanActivate {
  private readonly limiter: ConcurrencyLimiter;

  constructor(@Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'maxConcurrentRequestsPerAccount' | 'requestWaitMs'>) {
    this.limiter = new ConcurrencyLimiter({ atOnce: config.maxConcurrentRequestsPerAccount, waiting: MOST_WAITING });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const caller = callerOf(request);
    if (!caller) return true;
    const permit = this.limiter.take(caller.account);
    if (!permit) throw this.tooMany();
    whenOver(request, http.getResponse<Response>(), permit.end);
    if (!permit.begun) return true;
    noteWait(request);
    if (!(await this.hasCome(permit, permit.begun))) throw this.tooMany();
    return true;
  }

  /** The longest wait also ends a deadlock: an answer waits for the previous answer on its connection, and that request waits for a permit. */
  private async hasCome(permit: Permit, begun: Promise<void>): Promise<boolean> {
    const hasCome = await within(this.config.requestWaitMs, begun);
    if (!hasCome) permit.end();
    return hasCome;
  }

  private tooMany(): ApiError {
    const detail = `Too many requests of this account are under way, at most ${this.config.maxConcurrentRequestsPerAccount} at once. Read the answers of the others first.`;
    return ApiError.of('throttled', { detail, headers: { 'Retry-After': '1' } });
  }
}

interface Closing {
  once(event: 'close', heard: () => void): unknown;
  off(event: 'close', heard: () => void): unknown;
}

interface Connection extends Closing {
  readonly destroyed: boolean;
  setMaxListeners(count: number): unknown;
}

/** Calls `then` once the answer has been read, or its connection has closed: a pipelined answer that was never sent has no other event. */
export function whenOver({ socket }: { readonly socket: Connection }, response: Closing, then: () => void): void {
  let isOver = false; // a socket that closes calls both
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    response.off('close', over);
    socket.off('close', over);
    then();
  };
  if (socket.destroyed) return over();
  socket.setMaxListeners(0); // as many as the connection has pipelined
  response.once('close', over);
  socket.once('close', over);
}
