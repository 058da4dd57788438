import type { Secret } from '#libs/config';
import type { ClientCertificate } from '../receivers/receiver.js';
import type { TimeLimit } from './time-limit.js';

/** Replaces what the attempt log may not keep. */
export const MASK = '***';

/** An HTTP request that is ready to send. */
export interface WebhookRequest extends TimeLimit {
  readonly receiverId: string;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** The URL for the attempt log: the values of mirrored references are masked. */
  readonly shownUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Revealed only when they are written to the socket. */
  readonly secretHeaders: Readonly<Record<string, Secret>>;
  /** Secrets to mask when the receiver's answer repeats them. */
  readonly secrets: readonly Secret[];
  readonly body: Buffer;
  readonly clientCertificate?: ClientCertificate;
}
