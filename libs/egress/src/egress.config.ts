import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { asBoolean, asCertificatesFile, asList, type ConfigOf, isPort, optional } from '#libs/config';
import { parseAddressRanges } from './addresses/address-guard.js';
import { parseEgressProxies } from './proxies/egress-proxy.js';

function asSenderAddresses(text: string): readonly string[] {
  const addresses = asList(text);
  if (!addresses.every((address) => ipaddr.IPv4.isValidFourPartDecimal(address)))
    throw new Error(`must be IPv4 addresses, comma-separated, not "${text}"`);
  return addresses;
}

/** `10.0.0.10,10.0.0.11:5353,[fd00::1]:53` */
function asDnsServers(text: string): readonly string[] {
  const servers = asList(text);
  const isServer = (server: string): boolean => {
    const [, bracketed, plain = server, port = '53'] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
    return isIP(bracketed ?? plain) !== 0 && isPort(Number(port));
  };
  if (servers.every(isServer)) return servers;
  throw new Error(`must be addresses of name servers, each optionally with its port, not "${text}"`);
}

/** The allowed destinations and the sender addresses: token-api checks and publishes the settings that webhook-sender obeys. */
export const addressSettings = {
  allowedRanges: optional('RECEIVER_ALLOWED_CIDRS', parseAddressRanges, '', 'ranges of receivers that are not public, such as 10.1.0.0/16'),
  senderAddresses: optional(
    'SENDER_ADDRESSES',
    asSenderAddresses,
    '',
    'IPv4 addresses that webhooks come from, comma-separated, published at GET /sender-addresses; without EGRESS_PROXIES sockets are bound to them unless SENDER_ADDRESSES_BOUND is false',
  ),
  dnsServers: optional(
    'DNS_SERVERS',
    asDnsServers,
    '',
    'name servers for receivers, address[:port], comma-separated; empty = /etc/resolv.conf',
  ),
};

/** Settings for connections to receivers and token endpoints. */
export const egressSettings = {
  ...addressSettings,
  extraCa: optional('EXTRA_CA_FILE', asCertificatesFile, '', 'PEM file of further trusted certificate authorities'),
  egressProxies: optional(
    'EGRESS_PROXIES',
    parseEgressProxies,
    '',
    'forward proxies (HTTP CONNECT) to receivers, http://[user:password@]host:port, comma-separated; SENDER_ADDRESSES names their outside addresses in the same order',
  ),
  areSenderAddressesBound: optional(
    'SENDER_ADDRESSES_BOUND',
    asBoolean,
    'true',
    'false where a gateway or the node has the SENDER_ADDRESSES: no socket is bound to them',
  ),
};

export type EgressConfig = ConfigOf<typeof egressSettings>;
