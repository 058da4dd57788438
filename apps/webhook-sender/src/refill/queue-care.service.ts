import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { Dispatcher } from '../dispatch/dispatcher.service.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import { ReceiverStates } from '../turns/receiver-states.service.js';
import { Turns } from '../turns/turns.provider.js';

/** Regular maintenance of all queues: applies current limits, moves held attempts to the table, removes empty queues. */
@Injectable()
export class QueueCare {
  constructor(
    private readonly queues: ReceiverQueues,
    private readonly turns: Turns,
    private readonly states: ReceiverStates,
    private readonly dispatcher: Dispatcher,
    private readonly receivers: ReceiversRepository,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /**
   * Applies changed limits within a second, to attempts that wait already too.
   * @throws when the database is down: call it again
   */
  async learnLimits(): Promise<void> {
    const queues = [...this.queues.all()].filter(({ waiting, rows }) => waiting > 0 || rows.isAny);
    const limits = await this.receivers.limitsOf(queues.map(({ receiverId }) => receiverId));
    for (const queue of queues) {
      const limit = limits.get(queue.receiverId);
      if (limit) queue.limit(limit, this.clock.steadyMs());
    }
  }

  /** @throws when the database is down: call it again */
  async look(): Promise<void> {
    this.dispatcher.goOn();
    await this.storeHeld();
    this.lapse();
    this.queues.tidy(this.clock.steadyMs());
    await this.states.tell();
  }

  private async storeHeld(): Promise<void> {
    const held = [...this.queues.all()].filter((queue) => queue.isHeld(this.clock.steadyMs()));
    for (const queue of held) await this.dispatcher.storeBuffered(queue);
  }

  /** Closes circuits behind which no waiting attempt can be the probe; they would stay open for ever. */
  private lapse(): void {
    const nowMs = this.clock.steadyMs();
    for (const queue of this.queues.all())
      if (queue.isOpen && this.turns.change(queue, () => queue.lapse(nowMs))) this.events.circuitClosed(queue.receiverId, 'lapsed');
  }
}
