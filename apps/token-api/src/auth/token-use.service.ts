import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, MINUTE, SECOND, within } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { type ActiveToken, TokensRepository } from '../tokens/tokens.repository.js';

/** Uses within this time are written together. */
const GATHER_MS = SECOND;
const STOP_MS = 2 * SECOND;

/** Updates `lastUsedAt`, to the minute. No request waits for the update, and all tokens used within a second cost one statement. */
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
    // The clock of the database wrote this time and may be ahead. Math.abs limits how long such a time stays unchanged.
    const isFresh = lastUsedAt !== null && Math.abs(this.clock.nowMs() - lastUsedAt.getTime()) < MINUTE;
    if (isFresh) return;
    this.used.add(tokenId);
    this.timer ??= setTimeout(() => void this.write(), GATHER_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await within(STOP_MS, this.write());
  }

  /** Writes one batch at a time: a slow database must not get several statements at once. */
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
