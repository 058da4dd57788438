import { Secret } from '#libs/config';
import { signatureHeaders } from '#libs/contracts';
import type { PlannedPost } from './plan-checks.js';

/** How a webhook is signed. */
export interface Signing {
  /** Empty = without a signature. */
  readonly secrets: readonly Secret[];
  readonly signedAtMs: number;
}

const TOO_OLD_MS = 10 * 60 * 1000;

export const WRONG_SECRET = new Secret(`whsec_${Buffer.alloc(32, 'wrong').toString('base64')}`);

/** A right signature, so old that it must be a replay. */
export const oldSigning = (secret: Secret, nowMs: number): Signing => ({ secrets: [secret], signedAtMs: nowMs - TOO_OLD_MS });

/** Returns the POST of a body, with the headers of the service. */
export function signedPost({ eventid, body }: { eventid: string; body: string }, { secrets, signedAtMs }: Signing): PlannedPost {
  const timestampSeconds = Math.floor(signedAtMs / 1000);
  return { body, headers: { 'content-type': 'application/json', ...signatureHeaders({ eventid, timestampSeconds, body }, secrets) } };
}
