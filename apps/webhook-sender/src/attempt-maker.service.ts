import { Inject, Injectable } from '@nestjs/common';
import { backOff, type Clock, CLOCK, SECOND } from '#libs/config';
import { CurrentReceivers } from './current-receivers.service.js';
import type { Finished, MadeAttempt } from './delivery/finished.js';
import type { Job } from './delivery/job.js';
import type { Outcome, OwnFault } from './delivery/outcome.js';
import { prepareRequest, type WebhookRequest } from './delivery/prepare-request.js';
import type { ReceiverAuth, ReceiverEndpoint } from './delivery/receiver.js';
import { MAX_RETRIES, settle } from './delivery/settle.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import type { Pass } from './fence.service.js';
import { OAuth2Exchange } from './oauth2-exchange.service.js';
import { type Posted, WebhookClient } from './webhook.client.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

/** A fault of ours that others do not have for so long is no fault of ours: an address that this machine has no way to, for instance. */
const OWN_FAULT_DOUBT_MS = 10 * SECOND;

/** Makes one attempt: receiver as configured now → request → POST → what follows. */
@Injectable()
export class AttemptMaker {
  constructor(
    private readonly receivers: CurrentReceivers,
    private readonly client: WebhookClient,
    private readonly oauth2: OAuth2Exchange,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** When a receiver, whichever, last answered, by the steady clock. */
  private answeredMs = -Infinity;

  /** @returns `lost` when it may be another instance's by now: then nothing was sent */
  async make(job: Job, pass: Pass): Promise<Finished | 'lost'> {
    const { attempt, traceparent, eventAtMs, backlogId } = job;
    const receiver = await this.currentReceiver(job);
    if (!receiver || !(receiver.enabled || attempt.isTest)) {
      const finishedAtMs = this.clock.nowMs();
      return { attempt, traceparent, eventAtMs, backlogId, settlement: { kind: 'cancelled' }, made: undefined, finishedAtMs };
    }
    const made = await this.post(job, receiver, pass);
    if (made === 'lost') return made;
    const nowMs = this.clock.nowMs();
    const policy = { maxRetries: MAX_RETRIES, delayMs: this.config.retryDelayMs };
    const settlement = settle({
      attempt: attempt.attempt,
      outcome: made.outcome,
      policy,
      nowMs,
      isLastChance: job.isLastChance ?? false,
      isTest: attempt.isTest ?? false,
    });
    return { attempt, traceparent, eventAtMs, backlogId, settlement, made, finishedAtMs: nowMs };
  }

  private async currentReceiver({ attempt, receiver, receiverReadAtMs }: Job): Promise<ReceiverEndpoint | undefined> {
    if (this.receivers.isFresh(receiverReadAtMs)) return receiver;
    try {
      return await this.receivers.endpointFor(attempt);
    } catch {
      return receiver; // the database is down for the moment: what was read at intake still holds
    }
  }

  private async post({ attempt }: Job, receiver: ReceiverEndpoint, pass: Pass): Promise<MadeAttempt | 'lost'> {
    const begunMs = this.clock.steadyMs();
    for (let faults = 1; ; faults++) {
      const attemptedAtMs = this.clock.nowMs();
      const startedMs = this.clock.steadyMs();
      // Anew in each turn: a signature that waited out our own fault would be too old for the receiver.
      const prepared = prepareRequest(attempt, receiver, { nowMs: attemptedAtMs, allowed: this.config.allowedRanges });
      if (!prepared.ok) return this.unsent(prepared.outcome);
      if (!(await pass.take())) return 'lost';
      const { outcome, senderAddress } = await this.exchange(prepared.request, receiver.auth);
      const durationMs = Math.round(this.clock.steadyMs() - startedMs);
      if (outcome.kind !== 'own_fault') {
        if (outcome.httpStatus !== undefined) this.answeredMs = this.clock.steadyMs();
        return { outcome, senderAddress, attemptedAtMs, durationMs };
      }
      const isTheirs = this.answeredMs > begunMs && startedMs - begunMs >= OWN_FAULT_DOUBT_MS;
      if (isTheirs && outcome.side === 'machine') {
        return { outcome: { kind: 'connection', detail: outcome.detail }, senderAddress, attemptedAtMs, durationMs };
      }
      pass.giveBack();
      await this.waitOut(outcome, prepared.request.receiverId, faults);
    }
  }

  private exchange(request: WebhookRequest, auth: ReceiverAuth): Promise<Posted> {
    return auth.type === 'oauth2' ? this.oauth2.post(request, auth) : this.client.post(request);
  }

  private unsent(outcome: Outcome): MadeAttempt {
    return { outcome, senderAddress: undefined, attemptedAtMs: this.clock.nowMs(), durationMs: 0 };
  }

  /** Our own fault is never charged to the receiver: the attempt waits and is made again. */
  private async waitOut(fault: OwnFault, receiverId: string, faults: number): Promise<void> {
    this.events.ownFault(receiverId, fault);
    await backOff(faults);
  }
}
