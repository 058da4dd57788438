import type { DeliveryAttempt } from '#libs/contracts';
import type { ReceiverEndpoint } from './receiver.js';

/** One attempt in a lane. */
export interface Job {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** undefined = it was deleted. */
  readonly receiver: ReceiverEndpoint | undefined;
  /** When `receiver` was read, epoch ms. */
  readonly receiverReadAtMs: number;
}
