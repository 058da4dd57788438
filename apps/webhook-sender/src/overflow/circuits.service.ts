import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';

/** Closes circuits that no answer can close: their receiver is gone, or another instance drains it. */
@Injectable()
export class Circuits {
  constructor(
    private readonly queues: ReceiverQueues,
    private readonly receivers: ReceiversRepository,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** As configured now. Of one that is deleted or disabled the circuit ends: nothing is sent to it any more. @throws when the database is down */
  async receiverOf(receiverId: string): Promise<ReceiverEndpoint | undefined> {
    const receiver = (await this.receivers.endpoints([receiverId])).get(receiverId);
    if (!receiver?.enabled && this.queues.pool.forget(receiverId)) this.events.circuitClosed(receiverId, 'gone');
    return receiver;
  }

  /** To be called now and then. @param isProbedHere whether this instance drains the receiver's backlog */
  tidy(isProbedHere: (receiverId: string) => boolean): void {
    const lapsed = this.queues.pool.tidy(this.clock.steadyMs(), isProbedHere);
    lapsed.forEach((receiverId) => this.events.circuitClosed(receiverId, 'lapsed'));
  }
}
