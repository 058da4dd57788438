import { Inject, Injectable } from '@nestjs/common';
import { faultWords } from '#libs/client-keys';
import { backOff, type Clock, CLOCK, CONFIG } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { ClientKeys } from '../receivers/client-keys.service.js';
import { ReceiverCache } from '../receivers/receiver-cache.service.js';
import type { FinishedAttempt, MadeAttempt } from './finished-attempt.js';
import type { QueuedAttempt } from '../queue/queued-attempt.js';
import { isNotMade, type LocalFault, type NotMade, type Outcome, type Resting } from '../http/outcome.js';
import { refusedKey } from '../http/failure-words.js';
import { isTheirs } from './local-fault.js';
import { prepareRequest } from './prepare-request.js';
import { holdOf } from './retry-after.js';
import type { WebhookRequest } from '../http/webhook-request.js';
import type { ReceiverAuth, ReceiverEndpoint } from '../receivers/receiver.js';
import { settle } from './settle.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import type { SendPermission } from '../in-flight/send-permissions.js';
import { OAuth2Exchange } from '../oauth2/oauth2-exchange.service.js';
import { type Posted, WebhookClient } from '../http/webhook.client.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** An attempt that is under way. */
interface UnderWay {
  readonly permission: SendPermission;
  /** When work on the attempt began, on the steady clock. */
  readonly begunMs: number;
}

/** Makes one attempt: current receiver → request → POST → settlement. */
@Injectable()
export class AttemptRunner {
  constructor(
    private readonly receivers: ReceiverCache,
    private readonly client: WebhookClient,
    private readonly oauth2: OAuth2Exchange,
    private readonly clientKeys: ClientKeys,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The start of the latest POST, to any receiver, that got an HTTP status; on the steady clock. A POST that began before a local fault
   * proves nothing about the fault.
   */
  private answeredMs = -Infinity;

  /**
   * @returns `lost` when another instance may own the attempt by now; nothing was sent
   * @returns Resting when the receiver's server rests: nothing was sent, and the attempt must wait
   */
  async make(queued: QueuedAttempt, permission: SendPermission): Promise<FinishedAttempt | Resting | 'lost'> {
    const begunMs = this.clock.steadyMs();
    let { receiver } = queued;
    for (let faults = 1; ; faults++) {
      // Read again in each turn: during a local fault the receiver may be deleted, or the parcel's data erased.
      receiver = await this.currentReceiver(queued, receiver);
      if (!receiver || !(receiver.enabled || queued.attempt.isTest)) return this.finished(queued, undefined);
      const made = await this.post(queued, receiver, { permission, begunMs });
      if (made === 'lost') return made;
      if (!isNotMade(made)) return this.finished(queued, made);
      if (made.kind === 'resting') return mayWait(queued) ? this.capped(made) : this.finished(queued, this.refused(made));
      permission.giveBack();
      this.events.localFault(queued.receiverId, made);
      await backOff(faults); // a local fault is never charged to the receiver: the attempt waits and is made again
    }
  }

  /** @param made undefined = no attempt was made, because the receiver is deleted or disabled */
  private finished(queued: QueuedAttempt, made: MadeAttempt | undefined): FinishedAttempt {
    const { attempt, traceparent, eventAtMs, overflowId, isLastChance } = queued;
    const nowMs = this.clock.nowMs();
    const { retryDelayMs } = this.config;
    const settlement: FinishedAttempt['settlement'] = made
      ? settle({ attempt: attempt.attempt, outcome: made.outcome, retryDelayMs, nowMs, isLastChance, isTest: attempt.isTest ?? false })
      : { kind: 'cancelled' };
    const hold = made && holdOf(made.outcome, { nowMs, mostMs: retryDelayMs });
    return { attempt, traceparent, eventAtMs, overflowId, settlement, made, hold, finishedAtMs: nowMs };
  }

  /** @param known the receiver as last read */
  private async currentReceiver(
    { attempt, receiverReadAtMs }: QueuedAttempt,
    known: ReceiverEndpoint | undefined,
  ): Promise<ReceiverEndpoint | undefined> {
    if (this.receivers.isFresh(receiverReadAtMs)) return known;
    try {
      return await this.receivers.endpointFor(attempt);
    } catch {
      return known; // the database is down: use the receiver as last read
    }
  }

  /** Makes one POST, unless the request cannot be prepared or the permission to send is lost. */
  private async post(
    { attempt }: QueuedAttempt,
    receiver: ReceiverEndpoint,
    { permission, begunMs }: UnderWay,
  ): Promise<MadeAttempt | NotMade | 'lost'> {
    const refusal = await this.keyRefusal(attempt, receiver);
    const attemptedAtMs = this.clock.nowMs();
    const startedMs = this.clock.steadyMs();
    if (refusal) return isNotMade(refusal) ? refusal : { ...UNSENT, outcome: refusal, attemptedAtMs };
    // Signed again in each turn: after a local fault the old signature would be too old for the receiver.
    const prepared = prepareRequest(attempt, receiver, { nowMs: attemptedAtMs, allowed: this.config.allowedRanges });
    if (!prepared.ok) return { ...UNSENT, outcome: prepared.outcome, attemptedAtMs };
    const taken = permission.take();
    if (!(taken === true || (await taken))) return 'lost';
    const { outcome, ...sent } = await this.exchange(prepared.request, receiver.auth);
    const judged = this.judged(outcome, { begunMs, triedMs: startedMs });
    if (isNotMade(judged)) return judged;
    return { outcome: judged, ...sent, attemptedAtMs, durationMs: Math.round(this.clock.steadyMs() - startedMs) };
  }

  /**
   * Returns an outcome if the receiver's client key is refused. A TLS handshake with such a key, at the receiver's server or its token
   * endpoint, would hold up the webhooks of all receivers.
   */
  private async keyRefusal(attempt: DeliveryAttempt, { clientCertificate }: ReceiverEndpoint): Promise<Outcome | LocalFault | undefined> {
    if (!clientCertificate) return undefined;
    try {
      const fault = await this.clientKeys.faultOf(attempt, clientCertificate);
      return fault === null ? undefined : { kind: 'tls', ...refusedKey(faultWords(fault)) };
    } catch (error) {
      return { kind: 'local_fault', side: 'machine', detail: `the key of a client certificate could not be checked: ${String(error)}` };
    }
  }

  private judged(outcome: Outcome | NotMade, { begunMs, triedMs }: { begunMs: number; triedMs: number }): Outcome | NotMade {
    if (outcome.kind === 'resting') return outcome;
    if (outcome.kind !== 'local_fault') {
      if (outcome.httpStatus !== undefined) this.answeredMs = Math.max(this.answeredMs, triedMs);
      return outcome;
    }
    if (!isTheirs(outcome, { begunMs, triedMs, answeredMs: this.answeredMs })) return outcome;
    // The attempt held its permit for as long as a time-out does.
    return { kind: 'connection', reason: 'no_route', detail: outcome.detail, isLate: true };
  }

  /** Limits the pause to the retry delay. */
  private capped({ forMs, ...resting }: Resting): Resting {
    return { ...resting, forMs: Math.min(forMs, this.config.retryDelayMs) };
  }

  private refused({ detail }: Resting): MadeAttempt {
    return { ...UNSENT, outcome: { kind: 'tls', reason: 'costly_handshake', detail }, attemptedAtMs: this.clock.nowMs() };
  }

  private exchange(request: WebhookRequest, auth: ReceiverAuth): Promise<Posted> {
    return auth.type === 'oauth2' ? this.oauth2.post(request, auth) : this.client.post(request);
  }
}

const UNSENT = { senderAddress: undefined, isSent: false, details: undefined, durationMs: 0 };

/** A test, and the last chance of a delivery, must get their result at once. */
const mayWait = ({ attempt, isLastChance }: QueuedAttempt): boolean => !attempt.isTest && !isLastChance;
