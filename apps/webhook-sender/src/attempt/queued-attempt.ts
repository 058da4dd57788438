import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import type { ReceiverEndpoint } from '../receivers/receiver.js';

/** One attempt in a queue. */
export interface QueuedAttempt {
  readonly account: number;
  readonly receiverId: string;
  readonly consignmentId: string;
  /** A first attempt goes before every retry. */
  readonly isRetry: boolean;
  /** It has a row in table delivery_overflow. */
  readonly isStored: boolean;
  /** Its one last POST before it ends as expired. */
  readonly isLastChance?: boolean;
  /** `attemptId` of the attempt. */
  readonly id: string;
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When its event was published, epoch ms; told with a first attempt alone. */
  readonly eventAtMs?: number | undefined;
  /** undefined = it was deleted. */
  readonly receiver: ReceiverEndpoint | undefined;
  /** When `receiver` was read, ms of the steady clock. */
  readonly receiverReadAtMs: number;
  /** Its row in delivery_overflow, when it waited there. */
  readonly overflowId?: number | undefined;
}

type QueuedAttemptParts = Pick<
  QueuedAttempt,
  'attempt' | 'traceparent' | 'eventAtMs' | 'receiver' | 'receiverReadAtMs' | 'overflowId' | 'isLastChance'
>;

export const toQueuedAttempt = ({
  attempt,
  traceparent,
  eventAtMs,
  receiver,
  receiverReadAtMs,
  overflowId,
  isLastChance = false,
}: QueuedAttemptParts): QueuedAttempt => ({
  id: attemptId(attempt),
  attempt,
  traceparent,
  eventAtMs,
  receiver,
  receiverReadAtMs,
  overflowId,
  account: attempt.account,
  receiverId: attempt.receiverId,
  consignmentId: attempt.consignmentId,
  isRetry: attempt.attempt > 1,
  isStored: overflowId !== undefined,
  isLastChance,
});
