import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { DeliveryEvents } from './delivery-events.provider.js';
import { Lanes } from './lanes.service.js';

/** Ends circuits whose reason is gone without an answer: from here nobody would ever learn of one. */
@Injectable()
export class Circuits {
  constructor(
    private readonly lanes: Lanes,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The receiver is deleted or disabled: nothing of it is sent any more. */
  forget(receiverId: string): void {
    if (this.lanes.pool.forget(receiverId)) this.events.circuitClosed(receiverId, 'gone');
  }

  /** To be called now and then. @param isProbedHere whether this instance drains the receiver's backlog */
  tidy(isProbedHere: (receiverId: string) => boolean): void {
    const lapsed = this.lanes.pool.tidy(this.clock.steadyMs(), isProbedHere);
    lapsed.forEach((receiverId) => this.events.circuitClosed(receiverId, 'lapsed'));
  }
}
