import { createHash } from 'node:crypto';
import { type CloudEventIdentity, ETA_UNKNOWN_FORMS, toCloudEventBody, toPlainBody, type WebhookPayload } from '#libs/contracts';

/**
 * The bodies of an event by their SHA-256, hex. A body is kept nowhere: it is written anew from its event in every form a receiver can ask
 * for, and the hash that was recorded with an attempt says which of them it was, byte for byte. None of them: CLOUDEVENTS_SOURCE or
 * CLOUDEVENTS_VENDOR was another one then.
 */
export function bodiesBySha256(payload: WebhookPayload, identity: CloudEventIdentity): ReadonlyMap<string, string> {
  const plain = ETA_UNKNOWN_FORMS.map((form) => toPlainBody(payload, form));
  const cloudEvents = ETA_UNKNOWN_FORMS.map((form) => toCloudEventBody(payload, form, identity));
  return new Map([...plain, ...cloudEvents].map((body) => [createHash('sha256').update(body).digest('hex'), body]));
}
