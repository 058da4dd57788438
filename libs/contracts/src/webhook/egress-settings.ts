import ipaddr from 'ipaddr.js';
import { asList, asMatching, asUriReference, optional } from '#libs/config';
import { parseAddressRanges } from './address-guard.js';

function asSenderAddresses(text: string): readonly string[] {
  const addresses = asList(text);
  if (!addresses.every((address) => ipaddr.IPv4.isValidFourPartDecimal(address)))
    throw new Error(`must be IPv4 addresses, comma-separated, not "${text}"`);
  return addresses;
}

/** Where webhooks may go and where they come from: token-api checks and publishes what webhook-sender does. */
export const egressSettings = {
  allowedRanges: optional('RECEIVER_ALLOWED_CIDRS', parseAddressRanges, '', 'ranges of receivers that are not public, such as 10.1.0.0/16'),
  senderAddresses: optional(
    'SENDER_ADDRESSES',
    asSenderAddresses,
    '',
    'IPv4 addresses that webhooks come from, comma-separated, published at GET /sender-addresses; without EGRESS_PROXIES sockets are bound to them unless SENDER_ADDRESSES_BOUND is false',
  ),
};

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
