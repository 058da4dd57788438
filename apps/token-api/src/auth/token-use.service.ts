import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, MINUTE, SECOND, within } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { type ActiveToken, TokensRepository } from '../tokens/tokens.repository.js';

/** Uses of this long are written together. */
const GATHER_MS = SECOND;
const STOP_MS = 2 * SECOND;

/** Keeps `lastUsedAt`, to the minute: no request waits for it, and all tokens used within a second cost one statement. */
@Injectable()
export class TokenUse implements OnApplicationShutdown {
  private readonly used = new Set<number>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly tokens: TokensRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  note({ tokenId, lastUsedAt }: ActiveToken): void {
    // The database wrote this time. Where the two clocks differ, it can lie ahead of this clock, and would then not change for a while.
    const isFresh = lastUsedAt !== null && Math.abs(this.clock.nowMs() - lastUsedAt.getTime()) < MINUTE;
    if (isFresh) return;
    this.used.add(tokenId);
    this.timer ??= setTimeout(() => void this.write(), GATHER_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await within(STOP_MS, this.write());
  }

  /** One write at a time: a slow database is not asked by several. */
  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeGathered());
    return this.writing;
  }

  private async writeGathered(): Promise<void> {
    const tokenIds = [...this.used];
    this.used.clear();
    if (tokenIds.length === 0) return;
    await this.tokens
      .touch(tokenIds)
      .catch((error: unknown) => this.logger.warn('token.touchFailed', { tokens: tokenIds.length, ...errorFields(error) }));
  }
}
