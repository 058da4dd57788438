import { asMatching, asUriReference, type ConfigOf, optional } from '#libs/config';
import type { CloudEventIdentity } from './cloud-event.js';

/** The settings in CloudEvents bodies, shared because webhook-sender and token-api must write the same bytes. */
export const cloudEventSettings = {
  cloudeventsSource: optional('CLOUDEVENTS_SOURCE', asUriReference, 'urn:parcel-event-webhooks', '`source` of CloudEvents, a URI'),
  cloudeventsVendor: optional(
    'CLOUDEVENTS_VENDOR',
    asMatching(/^[a-z0-9-]+$/, 'parcel-events'),
    'parcel-events',
    'middle part of the CloudEvents `type`: com.<vendor>.tracking.event.…',
  ),
};

export type CloudEventConfig = ConfigOf<typeof cloudEventSettings>;

export const cloudEventIdentityOf = ({ cloudeventsSource: source, cloudeventsVendor: vendor }: CloudEventConfig): CloudEventIdentity => ({
  source,
  vendor,
});
