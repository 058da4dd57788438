import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import type { Verdict } from '#libs/messaging';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import type { OrderedAttempt } from './ordered-attempts.js';
import type { ReceiverQueue } from './receiver-queue.js';

/** The queue of a receiver in this process. */
export type Queue = ReceiverQueue<QueuedAttempt>;

/** What is known about an attempt when it arrives. */
export interface NewAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When the event was published, epoch ms; known only for first attempts. */
  readonly eventAtMs?: number | undefined;
  /** undefined = the receiver was deleted. */
  readonly receiver: ReceiverEndpoint | undefined;
  /** When `receiver` was read, ms of the steady clock. */
  readonly receiverReadAtMs: number;
  /** The attempt's row in delivery_overflow, if it waited there. */
  readonly overflowId?: number | undefined;
  /** How long the row has waited. */
  readonly waitedMs?: number | undefined;
  readonly isLastChance?: boolean;
}

/** One attempt in this process, from its arrival until it is recorded or in the table. */
export class QueuedAttempt implements OrderedAttempt {
  readonly id: string;
  readonly attempt: DeliveryAttempt;
  readonly account: number;
  readonly receiverId: string;
  readonly consignmentId: string;
  readonly isRetry: boolean;
  readonly isStored: boolean;
  readonly isLastChance: boolean;
  readonly waitsSinceMs: number;
  readonly traceparent: string | undefined;
  readonly eventAtMs: number | undefined;
  readonly receiver: ReceiverEndpoint | undefined;
  readonly receiverReadAtMs: number;
  readonly overflowId: number | undefined;
  /**
   * Resolves when the attempt is recorded, or is left to its row in the table. Never resolves when the attempt is forgotten without a row,
   * because its message comes again.
   */
  readonly verdict: Promise<Verdict>;
  /** True when the attempt waits for this process, not for limits of its receiver. */
  isCounted = false;
  /** True when the attempt has begun and is not recorded yet. */
  isInFlight = false;
  resolve!: (verdict: Verdict) => void;

  constructor(
    readonly queue: Queue,
    { attempt, traceparent, eventAtMs, receiver, receiverReadAtMs, overflowId, waitedMs = 0, isLastChance = false }: NewAttempt,
  ) {
    this.id = attemptId(attempt);
    this.attempt = attempt;
    this.account = attempt.account;
    this.receiverId = attempt.receiverId;
    this.consignmentId = attempt.consignmentId;
    this.isRetry = attempt.attempt > 1;
    this.isStored = overflowId !== undefined;
    this.isLastChance = isLastChance;
    this.waitsSinceMs = receiverReadAtMs - waitedMs;
    this.traceparent = traceparent;
    this.eventAtMs = eventAtMs;
    this.receiver = receiver;
    this.receiverReadAtMs = receiverReadAtMs;
    this.overflowId = overflowId;
    this.verdict = new Promise<Verdict>((resolve) => (this.resolve = resolve));
  }
}
