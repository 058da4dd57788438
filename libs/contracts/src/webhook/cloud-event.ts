// The webhook payload as a CloudEvent 1.0 (spec: CloudEvent envelope).
import type { EtaUnknownForm, EventName } from '../vocabulary.js';
import { type WebhookPayload, withUnknownEtaForm } from './payload.js';

export interface CloudEventIdentity {
  /** URI that identifies the integration. */
  readonly source: string;
  /** `[a-z0-9-]+`, the middle of `com.<vendor>.tracking.event.<event>`. */
  readonly vendor: string;
}

export const cloudEventType = (vendor: string, event: EventName): string => `com.${vendor}.tracking.event.${event.toLowerCase()}`;

/** Returns the CloudEvents body as text. All attempts send the same text. */
export function toCloudEventBody(payload: WebhookPayload, form: EtaUnknownForm, identity: CloudEventIdentity): string {
  return JSON.stringify({
    specversion: '1.0',
    id: payload.eventid,
    source: identity.source,
    type: cloudEventType(identity.vendor, payload.event),
    time: payload.timestamp,
    datacontenttype: 'application/json',
    data: { references: payload.references, data: withUnknownEtaForm(payload.data, form), reporting: payload.reporting },
  });
}
