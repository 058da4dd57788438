import { asInteger, asMatching, asOneOf, type ConfigOf, DAY, HOUR, optional, SECOND } from '#libs/config';
import { cloudEventSettings } from '#libs/contracts';
import { kafkaSettings } from '#libs/messaging';
import { observabilitySettings, tracingSettings } from '#libs/observability';
import { databaseSettings } from '#libs/persistence';
import { carriersSettings } from './carriers/carriers.config.js';
import { retentionSettings } from './retention/retention.config.js';

export const SETTINGS = {
  ...kafkaSettings,
  ...databaseSettings,
  ...observabilitySettings,
  ...tracingSettings,
  ...retentionSettings,
  ...carriersSettings,
  ...cloudEventSettings,
  carriersPollMs: optional(
    'CARRIERS_POLL_MS',
    asInteger(50, HOUR),
    String(10 * SECOND),
    'pause between two looks for changed files in CARRIERS_DIR, ms; a change is taken when two looks in a row find it',
  ),
  leadTimeZone: optional('LEAD_TIME_ZONE', asOneOf('recipient', 'utc'), 'recipient', 'calendar in which lead times are counted'),
  defaultLanguage: optional(
    'DEFAULT_LANGUAGE',
    asMatching(/^[a-z]{2}$/, 'en'),
    'en',
    'language of the texts where the requested language has no catalogue and clients.yaml names no default',
  ),
  overduePollMs: optional('OVERDUE_POLL_MS', asInteger(10, HOUR), String(30 * SECOND), 'pause between two looks for broken send dates, ms'),
  orphansPollMs: optional(
    'ORPHANS_POLL_MS',
    asInteger(10, DAY),
    String(HOUR),
    'pause between two looks for scans whose record never came, ms',
  ),
  internalDelayGraceMs: optional(
    'INTERNAL_DELAY_GRACE_MS',
    asInteger(0, 72 * HOUR),
    String(4 * HOUR),
    'wait after the send date before onInternalDelay is sent, ms',
  ),
};

export type EventBuilderConfig = ConfigOf<typeof SETTINGS>;
