// in: table delivery_overflow, receiver by receiver; out: the receivers' queues, as room appears
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND, within } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { PartitionMoves } from '../dispatch/partition-moves.service.js';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { QueueCare } from './queue-care.service.js';
import { Refill } from './refill.service.js';

const EVERY_MS = SECOND;
/** The time for each of the two database steps of a stop: an outage of the database must not use up the whole stop. */
const STOP_MS = SECOND;

/** Each second, maintains the queues of this process's receivers and moves their rows into them. */
@Injectable()
export class OverflowDrainerJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly overflow: OverflowWriter,
    private readonly rows: OverflowReader,
    private readonly care: QueueCare,
    private readonly refill: Refill,
    private readonly queues: ReceiverQueues,
    private readonly moves: PartitionMoves,
    private readonly logger: Logger,
  ) {
    this.recurring = new Recurring({
      everyMs: EVERY_MS,
      work: () => this.look(),
      onFailure: (error) => logger.warn('overflow.notLookedAt', errorFields(error)), // the next look follows soon
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.refill.stop();
    await this.recurring.stop();
    await within(STOP_MS, this.refill.ended());
    await this.moves.leave();
    const released = this.moves.release().catch((error: unknown) => this.logger.warn('overflow.rowsKept', errorFields(error)));
    await within(STOP_MS, released);
  }

  private async look(): Promise<void> {
    await this.overflow.releaseKept();
    const claim = await this.moves.claimed();
    await this.rows.findReceivers();
    await this.care.learnLimits();
    await this.rows.findInFlightElsewhere(); // before rows are read; otherwise the POSTs of a former owner would not count
    await this.care.look();
    if (claim.isOver()) return; // the limits of receivers that came since are still unknown
    for (const queue of this.queues.all()) if (queue.rows.isAny) this.refill.fill(queue); // not awaited: one receiver may take long
  }
}
