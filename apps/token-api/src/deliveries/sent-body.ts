import { createHash } from 'node:crypto';
import { type CloudEventIdentity, ETA_UNKNOWN_FORMS, toCloudEventBody, toPlainBody, type WebhookPayload } from '#libs/contracts';

/**
 * The body of an attempt as it was sent. It is kept nowhere: it is written anew from its event in every form a receiver can ask for,
 * and the SHA-256 that was recorded with the attempt says which of them it was, byte for byte.
 * @param sha256 hex
 * @returns undefined when none of them is it: CLOUDEVENTS_SOURCE or CLOUDEVENTS_VENDOR was another one then
 */
export function findSentBody(payload: WebhookPayload, sha256: string, identity: CloudEventIdentity): string | undefined {
  const plain = ETA_UNKNOWN_FORMS.map((form) => toPlainBody(payload, form));
  const cloudEvents = ETA_UNKNOWN_FORMS.map((form) => toCloudEventBody(payload, form, identity));
  return [...plain, ...cloudEvents].find((body) => createHash('sha256').update(body).digest('hex') === sha256);
}
