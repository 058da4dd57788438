import type { EtaUnknownForm, WebhookFormat } from '../vocabulary.js';
import { type CloudEventIdentity, toCloudEventBody } from './cloud-event.js';
import { toPlainBody, type WebhookPayload } from './payload.js';

/** How a receiver wants its bodies. */
interface BodyForm {
  readonly format: WebhookFormat;
  readonly etaUnknownForm: EtaUnknownForm;
}

/** The body of an event of a parcel as text, frozen for all attempts. */
export const toTrackingBody = (payload: WebhookPayload, { format, etaUnknownForm }: BodyForm, identity: CloudEventIdentity): string =>
  format === 'plain' ? toPlainBody(payload, etaUnknownForm) : toCloudEventBody(payload, etaUnknownForm, identity);
