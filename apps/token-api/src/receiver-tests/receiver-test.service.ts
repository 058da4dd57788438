import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, SECOND, Secret } from '#libs/config';
import {
  cloudEventIdentityOf,
  type DeliveryAttempt,
  exampleOperationalEvent,
  isOperational,
  toOperationalBody,
  toTrackingBody,
  type WebhookEventName,
} from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { Logger } from '#libs/observability';
import { type ReceiverEntity, SecretBox, secretsInForce } from '#libs/persistence';
import type { DeliveryDetail } from '../deliveries/deliveries.dto.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { type TestEvent, toTestPayload } from '../event-types/receiver-test-payload.js';
import type { Caller } from '../http/access.decorator.js';
import { NO_REFERENCES } from '../notifications/notification.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { ReceiverTestRepository } from './receiver-test.repository.js';
import { withSignature } from './shown-signature.js';

/** The most running tests. Each test holds a connection until the receiver has answered. */
const MOST_OF_ALL = 50;
/** The most running tests of one account: its hanging receivers must not use up the slots of other accounts. */
const MOST_OF_ACCOUNT = 5;

/** Counts the running tests in this process. Each test gives back the slot that it took. */
export class TestSlots {
  private all = 0;
  private readonly ofAccount = new Map<number, number>();

  /** @returns false when the account or the process has no slot left */
  take(account: number): boolean {
    const own = this.ofAccount.get(account) ?? 0;
    if (own >= MOST_OF_ACCOUNT || this.all >= MOST_OF_ALL) return false;
    this.ofAccount.set(account, own + 1);
    this.all++;
    return true;
  }

  giveBack(account: number): void {
    const own = (this.ofAccount.get(account) ?? 0) - 1;
    if (own > 0) this.ofAccount.set(account, own);
    else this.ofAccount.delete(account);
    this.all--;
  }
}

/** The time that the topics may add to the receiver's time-out. */
const SLACK_MS = 5 * SECOND;
/** Most receivers answer soon, so the first checks follow quickly. Later checks are rarer, to spare the database. */
const FIRST_LOOK_MS = 50;
const LOOK_GROWTH = 1.5;
const LAST_LOOK_MS = 500;
const TOO_MANY = `Too many tests are running: an account may have at most ${MOST_OF_ACCOUNT}. Wait until one has ended.`;

type TestedEvent = Omit<TestEvent, 'event'> & { readonly event: WebhookEventName };
type Content = Pick<DeliveryAttempt, 'references' | 'body'>;

@Injectable()
export class ReceiverTestService implements BeforeApplicationShutdown {
  private readonly slots = new TestSlots();
  private isStopping = false;

  constructor(
    private readonly receivers: ReceiversRepository,
    private readonly tests: ReceiverTestRepository,
    private readonly deliveries: DeliveriesService,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'cloudeventsSource' | 'cloudeventsVendor'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly secretBox: SecretBox,
  ) {}

  /** Waiting requests get the present state, because a hanging receiver must not delay the shutdown. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** @returns the delivery with its one attempt, or still `pending` if the attempt was not made in time */
  async test(caller: Caller, receiverId: string, event: WebhookEventName): Promise<DeliveryDetail> {
    const receiver = await this.receivers.find(caller.account, receiverId);
    if (!receiver) throw ApiError.of('notFound', { attr: 'receiverId' });
    if (!this.slots.take(caller.account)) throw ApiError.of('throttled', { detail: TOO_MANY, headers: { 'Retry-After': '1' } });
    try {
      const attempt = this.toAttempt(receiver, event);
      await this.tests.send(attempt, caller);
      this.logger.info('receiver.tested', {
        account: caller.account,
        byTokenId: caller.tokenId,
        receiverId,
        deliveryId: attempt.deliveryId,
      });
      await this.untilMade(attempt, receiver.timeoutMs + SLACK_MS);
      return this.signed(await this.deliveries.find(caller.account, attempt.deliveryId), receiver);
    } finally {
      this.slots.giveBack(caller.account);
    }
  }

  /** Only the answer to the test shows its signature; every other answer masks it. */
  private signed(delivery: DeliveryDetail, receiver: ReceiverEntity): DeliveryDetail {
    const secrets = this.secretsOf(receiver);
    return { ...delivery, attempts: delivery.attempts.map((attempt) => withSignature(attempt, secrets)) };
  }

  /** Returns no secrets if they cannot be opened. The answer then masks the signature, and the diagnosis of the attempt explains the fault. */
  private secretsOf({ receiverId, signingSecrets }: ReceiverEntity): Secret[] {
    try {
      return secretsInForce(signingSecrets, this.clock.nowMs()).map(({ sealed }) => new Secret(this.secretBox.open(sealed, receiverId)));
    } catch {
      return [];
    }
  }

  private toAttempt(receiver: ReceiverEntity, event: WebhookEventName): DeliveryAttempt {
    const [eventid, atMs] = [randomUUID(), this.clock.nowMs()];
    return {
      deliveryId: randomUUID(),
      deliveryCreatedAtMs: atMs,
      receiverId: receiver.receiverId,
      account: receiver.accountId,
      consignmentId: randomUUID(),
      eventid,
      event,
      round: 1,
      attempt: 1,
      isTest: true,
      ...this.contentOf(receiver, { event, eventid, atMs }),
    };
  }

  private contentOf({ format, etaUnknownForm }: ReceiverEntity, { event, eventid, atMs }: TestedEvent): Content {
    const identity = cloudEventIdentityOf(this.config);
    if (isOperational(event)) {
      const body = toOperationalBody(exampleOperationalEvent({ type: event, eventid, atMs }), format, identity);
      return { references: NO_REFERENCES, body: Buffer.from(body) };
    }
    const payload = toTestPayload({ event, eventid, atMs });
    return { references: payload.references, body: Buffer.from(toTrackingBody(payload, { format, etaUnknownForm }, identity)) };
  }

  private async untilMade(attempt: DeliveryAttempt, limitMs: number): Promise<void> {
    const deadlineMs = this.clock.steadyMs() + limitMs;
    let pauseMs = FIRST_LOOK_MS;
    while (!this.isStopping && this.clock.steadyMs() < deadlineMs && !(await this.tests.hasEnded(attempt))) {
      await wait(pauseMs);
      pauseMs = Math.min(pauseMs * LOOK_GROWTH, LAST_LOOK_MS);
    }
  }
}
