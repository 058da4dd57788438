import type { Secret } from '#libs/config';
import { signatureHeaders } from '#libs/contracts';
import type { Attempt } from '../deliveries/attempt.dto.js';

const SIGNATURE = 'webhook-signature';

/**
 * Replaces the mask of an attempt by its signature, computed again from the sent request. The mask stays if another number of secrets signed the
 * attempt, because the secrets have changed since.
 */
export function withSignature(attempt: Attempt, secrets: readonly Secret[]): Attempt {
  const { requestHeaders: headers, requestBody: body } = attempt;
  const masked = headers?.[SIGNATURE];
  if (!headers || masked === undefined || body === null || masked.split(' ').length !== secrets.length) return attempt;
  const message = { eventid: headers['webhook-id'] ?? '', timestampSeconds: Number(headers['webhook-timestamp']), body };
  return { ...attempt, requestHeaders: { ...headers, ...signatureHeaders(message, secrets) } };
}
