import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import type { NewAttempt } from '../queue/queued-attempt.js';
import { ReceiverCache } from '../receivers/receiver-cache.service.js';
import { IntakeRepository } from './intake.repository.js';

type Intake = Pick<NewAttempt, 'receiver' | 'receiverReadAtMs'>;

/** Asks the tables about attempts that have just come. */
@Injectable()
export class AttemptIntake {
  constructor(
    private readonly repository: IntakeRepository,
    private readonly receivers: ReceiverCache,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** @returns the attempts that are still to be made, with their receivers as configured now @throws when the database is down */
  async openOf(attempts: readonly DeliveryAttempt[]): Promise<Map<DeliveryAttempt, Intake>> {
    const receiverReadAtMs = this.clock.steadyMs();
    const { closed, versions } = await this.repository.stateOf(attempts);
    const receivers = await this.receivers.endpointsOf(versions, receiverReadAtMs);
    const open = attempts.filter((attempt) => !closed.has(attemptId(attempt)));
    return new Map(open.map((attempt) => [attempt, { receiver: receivers.get(attempt.receiverId), receiverReadAtMs }]));
  }
}
