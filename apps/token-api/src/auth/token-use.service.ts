import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, MINUTE } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { type ActiveToken, TokensRepository } from '../tokens/tokens.repository.js';

/** Keeps `lastUsedAt`, to the minute: the request does not wait for it, and a busy token costs one write a minute. */
@Injectable()
export class TokenUse implements OnApplicationShutdown {
  private readonly writing = new Map<number, Promise<void>>();

  constructor(
    @Inject(TokensRepository) private readonly tokens: TokensRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
  ) {}

  note({ tokenId, lastUsedAt }: ActiveToken): void {
    const isFresh = lastUsedAt !== null && this.clock.nowMs() - lastUsedAt.getTime() < MINUTE;
    if (isFresh || this.writing.has(tokenId)) return;
    const write = this.tokens
      .touch(tokenId)
      .catch((error: unknown) => this.logger.warn('token.touchFailed', { tokenId, ...errorFields(error) }))
      .finally(() => this.writing.delete(tokenId));
    this.writing.set(tokenId, write);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.writing.values());
  }
}
