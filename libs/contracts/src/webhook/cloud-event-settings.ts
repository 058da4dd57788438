import { asMatching, asUriReference, optional } from '#libs/config';

/** What names the service in CloudEvents bodies: webhook-sender and token-api write the same bytes. */
export const cloudEventSettings = {
  cloudeventsSource: optional('CLOUDEVENTS_SOURCE', asUriReference, 'urn:parcel-event-webhooks', '`source` of CloudEvents, a URI'),
  cloudeventsVendor: optional(
    'CLOUDEVENTS_VENDOR',
    asMatching(/^[a-z0-9-]+$/, 'parcel-events'),
    'parcel-events',
    'middle part of the CloudEvents `type`: com.<vendor>.tracking.event.…',
  ),
};
