import { isIPv4 } from 'node:net';
import { asInteger, asList, asPort, asText, type ConfigOf, optional } from '#libs/config';
import { observabilitySettings } from '#libs/observability';
import { parseAddressRanges } from '#libs/contracts';
import { databaseSettings, secretsSettings } from '#libs/persistence';

export const SETTINGS = {
  ...observabilitySettings,
  ...databaseSettings,
  ...secretsSettings,
  port: optional('PORT', asPort, '8080', 'port of the API; 0 = any free one'),
  host: optional('API_HOST', asText, '0.0.0.0', 'address the API listens on'),
  rateLimitPerSecond: optional(
    'RATE_LIMIT_PER_SECOND',
    asInteger(1, 1_000_000),
    '200',
    'requests per second one token may make in each instance',
  ),
  receiverAllowedCidrs: optional(
    'RECEIVER_ALLOWED_CIDRS',
    parseAddressRanges,
    '',
    'address ranges that receivers may lie in although they are not public, such as 10.1.0.0/16',
  ),
  senderAddresses: optional(
    'SENDER_ADDRESSES',
    asAddresses,
    '',
    'IPv4 addresses that webhooks come from, published at GET /sender-addresses',
  ),
};

export type TokenApiConfig = ConfigOf<typeof SETTINGS>;

export const TOKEN_API_CONFIG = Symbol('TokenApiConfig');

function asAddresses(text: string): readonly string[] {
  const addresses = asList(text);
  if (!addresses.every((address) => isIPv4(address))) throw new Error(`must be IPv4 addresses, comma-separated, not "${text}"`);
  return addresses;
}
