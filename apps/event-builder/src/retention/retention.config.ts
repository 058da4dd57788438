import { asInteger, type ConfigOf, HOUR, optional } from '#libs/config';

const TEN_YEARS = 3650;
/** Another account gets the scans of the last 30 days, and rows may be entered up to a week late. */
const LEAST_SCAN_DAYS = 40;
/** No message in a topic is older than a week, and the partitions of the last two weeks always exist. */
const LEAST_EVENT_DAYS = 22;
/** Before that, a record with the same number still belongs to the same parcel (domain D.3). */
const LEAST_CONSIGNMENT_DAYS = 91;

export const retentionSettings = {
  scanRetentionDays: optional(
    'SCAN_RETENTION_DAYS',
    asInteger(LEAST_SCAN_DAYS, TEN_YEARS),
    '120',
    `how long scans are kept, days; at least ${LEAST_SCAN_DAYS}`,
  ),
  eventRetentionDays: optional(
    'EVENT_RETENTION_DAYS',
    asInteger(LEAST_EVENT_DAYS, TEN_YEARS),
    '120',
    `how long events are kept, days; at least ${LEAST_EVENT_DAYS}, and as long as their deliveries`,
  ),
  deliveryRetentionDays: optional(
    'DELIVERY_RETENTION_DAYS',
    asInteger(LEAST_EVENT_DAYS, TEN_YEARS),
    '120',
    `how long deliveries and their attempts are kept, days; at least ${LEAST_EVENT_DAYS}; pending ones stay`,
  ),
  consignmentRetentionDays: optional(
    'CONSIGNMENT_RETENTION_DAYS',
    asInteger(LEAST_CONSIGNMENT_DAYS, TEN_YEARS),
    '120',
    `how long a consignment is kept after its final event and its last change, days; at least ${LEAST_CONSIGNMENT_DAYS}`,
  ),
  consignmentIdleDays: optional(
    'CONSIGNMENT_IDLE_DAYS',
    asInteger(LEAST_CONSIGNMENT_DAYS, TEN_YEARS),
    '365',
    `how long a consignment without a final event is kept after its last change, days; at least ${LEAST_CONSIGNMENT_DAYS}`,
  ),
  generationMemoryDays: optional(
    'GENERATION_MEMORY_DAYS',
    asInteger(LEAST_CONSIGNMENT_DAYS, TEN_YEARS),
    '1095',
    `how long the use of a removed tracking number is remembered, days; at least ${LEAST_CONSIGNMENT_DAYS}`,
  ),
  retentionPollMs: optional('RETENTION_POLL_MS', asInteger(100, 24 * HOUR), String(HOUR), 'pause between two removals of old rows, ms'),
};

export type RetentionConfig = ConfigOf<typeof retentionSettings>;
