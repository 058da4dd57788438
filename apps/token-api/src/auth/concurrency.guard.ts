import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { CONFIG, within } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import { callerOf, noteWait } from '../http/access.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { ConcurrencyLimiter, type Permit } from './concurrency-limiter.js';

/**
 * The most waiting requests of an account. So many may wait while the database is briefly unavailable: a waiting request costs little,
 * because its body is not read yet.
 */
const MOST_WAITING = 500;

/**
 * 429: limits the concurrent requests of an account. A request counts from this guard until its answer is read. Slow bodies and unread
 * answers therefore take a bounded part of the memory, whatever the account stores.
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

  /**
   * The limit of the wait also ends a deadlock: a pipelined answer waits for the previous answer on its connection, and the previous
   * request waits for a permit.
   */
  private async hasCome(permit: Permit, begun: Promise<void>): Promise<boolean> {
    const hasCome = await within(this.config.requestWaitMs, begun);
    if (!hasCome) permit.end();
    return hasCome;
  }

  private tooMany(): ApiError {
    const detail = `This account has too many requests under way; the limit is ${this.config.maxConcurrentRequestsPerAccount}. Read the answers of the other requests first.`;
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

/** Calls `then` once, when the answer has been read or the connection has closed. A pipelined answer that was never sent emits no `close`. */
export function whenOver({ socket }: { readonly socket: Connection }, response: Closing, then: () => void): void {
  let isOver = false; // a closing socket emits both events
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    response.off('close', over);
    socket.off('close', over);
    then();
  };
  if (socket.destroyed) return over();
  socket.setMaxListeners(0); // no limit: each pipelined request adds a listener
  response.once('close', over);
  socket.once('close', over);
}
