import type { StoredSigningSecret } from './entities/receiver.entity.js';

/** Returns the secrets of a receiver that sign now: the current secret, and older secrets whose overlap has not ended. */
export const secretsInForce = (secrets: readonly StoredSigningSecret[], nowMs: number): StoredSigningSecret[] =>
  secrets.filter(({ validUntil }) => validUntil === null || Date.parse(validUntil) > nowMs);
