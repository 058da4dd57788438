import type { Secret } from '#libs/config';
import { signatureHeaders } from '#libs/contracts';
import type { Attempt } from '../deliveries/attempt.dto.js';

const SIGNATURE = 'webhook-signature';

/**
 * An attempt with the signature in place of its mask, made again from what was sent. It stays masked where the secrets are not those of the
 * attempt any more: another number of them signed.
 */
export function withSignature(attempt: Attempt, secrets: readonly Secret[]): Attempt {
  const { requestHeaders: headers, requestBody: body } = attempt;
  const masked = headers?.[SIGNATURE];
  if (!headers || masked === undefined || body === null || masked.split(' ').length !== secrets.length) return attempt;
  const message = { eventid: headers['webhook-id'] ?? '', timestampSeconds: Number(headers['webhook-timestamp']), body };
  return { ...attempt, requestHeaders: { ...headers, ...signatureHeaders(message, secrets) } };
}
