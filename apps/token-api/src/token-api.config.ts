import { asInteger, asPort, asText, type ConfigOf, DAY, optional, SECOND } from '#libs/config';
import { observabilitySettings } from '#libs/observability';
import { cloudEventSettings } from '#libs/contracts';
import { addressSettings, parseAddressRanges } from '#libs/egress';
import { kafkaSettings } from '#libs/messaging';
import { mailSettings } from './mail/mail.config.js';
import { notificationSettings } from './notifications/notifications.config.js';
import { asOptionalOrigin, asOrigins } from './sessions/origins.js';
import { databaseSettings, leaseSettings, secretsSettings } from '#libs/persistence';

export const SETTINGS = {
  ...observabilitySettings,
  ...addressSettings,
  ...cloudEventSettings,
  ...kafkaSettings,
  ...databaseSettings,
  ...leaseSettings,
  ...secretsSettings,
  port: optional('PORT', asPort, '8080', 'port of the API; 0 = any free port'),
  host: optional('API_HOST', asText, '0.0.0.0', 'address the API listens on'),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    parseAddressRanges,
    '',
    'CIDRs of the trusted proxies: the API uses their `X-Forwarded-For` or `Forwarded`; empty = none',
  ),
  rateLimitPerSecond: optional('RATE_LIMIT_PER_SECOND', asInteger(1, 1_000_000), '200', 'requests per second of one token, per instance'),
  messagesPerSecond: optional(
    'MESSAGES_PER_SECOND',
    asInteger(1, 1_000_000),
    '500',
    'scans and records per second of one account, per instance, averaged over 10 s; more: 429',
  ),
  maxConcurrentRequestsPerAccount: optional(
    'MAX_CONCURRENT_REQUESTS_PER_ACCOUNT',
    asInteger(1, 10_000),
    '32',
    'concurrent requests of one account, per instance; a request counts until its answer is read; further requests wait, then get 429',
  ),
  requestWaitMs: optional(
    'REQUEST_WAIT_MS',
    asInteger(1, 10 * SECOND),
    String(10 * SECOND),
    'longest wait for MAX_CONCURRENT_REQUESTS_PER_ACCOUNT, ms; then 429',
  ),
  maxReceiversPerAccount: optional('MAX_RECEIVERS_PER_ACCOUNT', asInteger(1, 1_000_000), '1000', 'receivers of one account; more: 409'),
  maxFilterValuesPerAccount: optional(
    'MAX_FILTER_VALUES_PER_ACCOUNT',
    asInteger(1, 1_000_000),
    '5000',
    'values in the filters of all receivers of one account, added up; more: 409',
  ),
  maxTokensPerAccount: optional(
    'MAX_TOKENS_PER_ACCOUNT',
    asInteger(1, 1_000_000),
    '1000',
    'active tokens of one account; more: 409 from the API, not from the command line',
  ),
  auditRetentionDays: optional('AUDIT_RETENTION_DAYS', asInteger(1, 3650), '400', 'how long the audit log is kept, days'),
  publicUrl: optional(
    'PUBLIC_URL',
    asOptionalOrigin,
    '',
    'address of the API and the console in browsers, such as https://webhooks.example; sessions accept no other `Origin`; http for loopback only; empty = any origin with the host of the request',
  ),
  consoleFrameAncestors: optional(
    'CONSOLE_FRAME_ANCESTORS',
    asOrigins,
    '',
    'origins whose pages may show the console in a frame, such as https://portal.example, comma-separated; http for loopback only; empty = none',
  ),
  ...notificationSettings,
  ...mailSettings,
  signingOverlapMs: optional(
    'SIGNING_OVERLAP_MS',
    asInteger(0, 30 * DAY),
    String(DAY),
    'how long a replaced signing secret still signs beside the new secret, ms; a request can choose another time',
  ),
};

export type TokenApiConfig = ConfigOf<typeof SETTINGS>;
