// table attempt_partition; in: how many attempts wait at the other senders; out: how many wait here, and that this process is alive
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, Recurring, SECOND } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { AttemptPartitionsRepository } from './attempt-partitions.repository.js';
import { Backpressure } from './backpressure.service.js';
import { Ownership } from './ownership.service.js';

const LOOK_MS = 100;
const IDLE_MS = SECOND / 2;

/** Exchanges with the other senders how many attempts wait: ten times a second while anything waits. */
@Injectable()
export class PartitionLoadsJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly recurring: Recurring;
  private toldMs = -Infinity;
  /** True when attempts waited, here or at another sender, at the last look. */
  private isBusy = false;

  constructor(
    private readonly partitions: AttemptPartitionsRepository,
    private readonly ownership: Ownership,
    private readonly backpressure: Backpressure,
    logger: Logger,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {
    this.recurring = new Recurring({
      everyMs: LOOK_MS,
      work: () => this.look(),
      onFailure: (error) => logger.debug('partitions.notTold', errorFields(error)), // the next look follows soon; database_up reports the database
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  /** Stops late in the shutdown: until the next owners may begin, this process must not look gone. */
  async onApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async look(): Promise<void> {
    const nowMs = this.clock.steadyMs();
    const { ahead, hasPeers } = this.backpressure;
    const isDue = nowMs - this.toldMs >= IDLE_MS || (hasPeers && (ahead > 0 || this.isBusy));
    if (!isDue || !this.ownership.isCertain) return; // a process that its group has lost must look gone
    const { claimedPartitions } = this.ownership;
    const { own, peers } = await this.partitions.tell(ahead);
    this.toldMs = nowMs;
    this.isBusy = ahead > 0 || peers.some((peer) => peer.ahead > 0);
    this.ownership.seen(own, claimedPartitions);
    this.backpressure.heard(peers);
  }
}
