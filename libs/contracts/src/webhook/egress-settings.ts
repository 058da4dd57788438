import ipaddr from 'ipaddr.js';
import { asList, optional } from '#libs/config';
import { parseAddressRanges } from './address-guard.js';

function asSenderAddresses(text: string): readonly string[] {
  const addresses = asList(text);
  if (!addresses.every((address) => ipaddr.IPv4.isValidFourPartDecimal(address)))
    throw new Error(`must be IPv4 addresses, comma-separated, not "${text}"`);
  return addresses;
}

/** Where webhooks may go and where they come from: token-api checks and publishes what webhook-sender does. */
export const egressSettings = {
  allowedRanges: optional(
    'RECEIVER_ALLOWED_CIDRS',
    parseAddressRanges,
    '',
    'address ranges that receivers may lie in although they are not public, such as 10.1.0.0/16',
  ),
  senderAddresses: optional(
    'SENDER_ADDRESSES',
    asSenderAddresses,
    '',
    'IPv4 addresses that webhooks come from, comma-separated, published at GET /sender-addresses; each receiver hears from one of them; without EGRESS_PROXIES, sockets are bound to them',
  ),
};
