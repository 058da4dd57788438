import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Secret } from '#libs/config';

const SECRET_PREFIX = 'whsec_';

/** The parts of a request that are signed. */
export interface Signable {
  readonly eventid: string;
  /** Time of this attempt, whole seconds. */
  readonly timestampSeconds: number;
  readonly body: string | Buffer;
}

/** Returns the Standard Webhooks headers for the sent bytes: one signature per secret, so that a rotation breaks no receiver (domain D.10). */
export function signatureHeaders(message: Signable, secrets: readonly Secret[]): Record<string, string> {
  if (secrets.length === 0) return {};
  const head = `${message.eventid}.${message.timestampSeconds}.`;
  return {
    'webhook-id': message.eventid,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, head, message.body)}`).join(' '),
  };
}

function hmac(secret: Secret, head: string, body: string | Buffer): string {
  return createHmac('sha256', keyOf(secret)).update(head).update(body).digest('base64');
}

const keys = new WeakMap<Secret, KeyObject>();

/** Caches the key: a receiver is read once for many attempts. */
function keyOf(secret: Secret): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const text = secret.reveal();
  const key = createSecretKey(text.startsWith(SECRET_PREFIX) ? text.slice(SECRET_PREFIX.length) : text, 'base64');
  keys.set(secret, key);
  return key;
}
