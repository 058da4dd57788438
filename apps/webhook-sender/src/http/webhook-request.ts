import { Secret } from '#libs/config';
import type { ClientCertificate } from '../receivers/receiver.js';
import type { TimeLimit } from './time-limit.js';

/** In place of what the attempt log may not keep. */
export const MASK = '***';

/** An HTTP request that is ready to send. */
export interface WebhookRequest extends TimeLimit {
  readonly receiverId: string;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** For the attempt log: the values of mirrored references are masked. */
  readonly shownUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Revealed at the socket and nowhere before. */
  readonly secretHeaders: Readonly<Record<string, Secret>>;
  /** What must not be kept when the receiver's answer repeats it. */
  readonly secrets: readonly Secret[];
  readonly body: Buffer;
  readonly clientCertificate?: ClientCertificate;
}

/** Sent without being asked for, in UTF-8 (RFC 7617; domain D.10). */
export function basicCredentials(username: string, password: Secret): Secret {
  return new Secret(`Basic ${Buffer.from(`${username}:${password.reveal()}`, 'utf8').toString('base64')}`);
}
