import { asInteger, asPort, asText, type ConfigOf, DAY, optional, SECOND } from '#libs/config';
import { observabilitySettings } from '#libs/observability';
import { cloudEventSettings, egressSettings, parseAddressRanges } from '#libs/contracts';
import { kafkaSettings } from '#libs/messaging';
import { databaseSettings, leaseSettings, secretsSettings } from '#libs/persistence';

export const SETTINGS = {
  ...observabilitySettings,
  ...egressSettings,
  ...cloudEventSettings,
  ...kafkaSettings,
  ...databaseSettings,
  ...leaseSettings,
  ...secretsSettings,
  port: optional('PORT', asPort, '8080', 'port of the API; 0 = any free one'),
  host: optional('API_HOST', asText, '0.0.0.0', 'address the API listens on'),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    parseAddressRanges,
    '',
    'CIDRs of the proxies before the API whose `X-Forwarded-For` or `Forwarded` is believed; empty = none: all refused logins of one peer count together',
  ),
  rateLimitPerSecond: optional(
    'RATE_LIMIT_PER_SECOND',
    asInteger(1, 1_000_000),
    '200',
    'requests per second one token may make in each instance',
  ),
  messagesPerSecond: optional(
    'MESSAGES_PER_SECOND',
    asInteger(1, 1_000_000),
    '500',
    'scans and records per second that one account may send in each instance, on average over 10 s; more are refused with 429',
  ),
  maxRequestsPerAccount: optional(
    'MAX_REQUESTS_PER_ACCOUNT',
    asInteger(1, 10_000),
    '32',
    'requests of one account that each instance works on at once, each until its answer has been taken; further ones wait, then 429',
  ),
  requestWaitMs: optional(
    'REQUEST_WAIT_MS',
    asInteger(1, 10 * SECOND),
    String(10 * SECOND),
    'longest a request waits until MAX_REQUESTS_PER_ACCOUNT lets it in, ms; then 429',
  ),
  maxReceiversPerAccount: optional(
    'MAX_RECEIVERS_PER_ACCOUNT',
    asInteger(1, 1_000_000),
    '1000',
    'receivers one account may have; one more is refused with 409',
  ),
  maxClientsPerAccount: optional(
    'MAX_CLIENTS_PER_ACCOUNT',
    asInteger(1, 1_000_000),
    '5000',
    'clients the receivers of one account may name together; more are refused with 409',
  ),
  maxTokensPerAccount: optional(
    'MAX_TOKENS_PER_ACCOUNT',
    asInteger(1, 1_000_000),
    '1000',
    'tokens one account may have that are not revoked; one more is refused with 409 by the API, not by the command line',
  ),
  auditRetentionDays: optional('AUDIT_RETENTION_DAYS', asInteger(1, 3650), '400', 'how long entries of the audit log are kept, days'),
  signingOverlapMs: optional(
    'SIGNING_OVERLAP_MS',
    asInteger(0, 30 * DAY),
    String(DAY),
    'how long a replaced signing secret goes on signing beside the new one unless the request says otherwise, ms',
  ),
};

export type TokenApiConfig = ConfigOf<typeof SETTINGS>;

export const TOKEN_API_CONFIG = Symbol('TokenApiConfig');
