import type { StoredSigningSecret } from './entities/receiver.entity.js';

/** The secrets of a receiver that sign now: the current one, and those whose overlap has not ended. */
export const secretsInForce = (secrets: readonly StoredSigningSecret[], nowMs: number): StoredSigningSecret[] =>
  secrets.filter(({ validUntil }) => validUntil === null || Date.parse(validUntil) > nowMs);
