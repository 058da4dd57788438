import {
  CLOUD_EVENT_SCHEMA,
  DELIVERY_ATTEMPT_SCHEMA,
  type JsonObject,
  RECORD_SCHEMA,
  SCAN_SCHEMA,
  TRACKING_EVENT_SCHEMA,
  WEBHOOK_PAYLOAD_SCHEMA,
} from '#libs/contracts';

/** `docs/schemas/<name>.schema.json`, and the example of the same name. */
export const PUBLISHED = {
  'scan-1': SCAN_SCHEMA,
  'record-1': RECORD_SCHEMA,
  'tracking-event-1': TRACKING_EVENT_SCHEMA,
  'delivery-attempt-1': DELIVERY_ATTEMPT_SCHEMA,
  'webhook-payload': WEBHOOK_PAYLOAD_SCHEMA,
  'cloud-event': CLOUD_EVENT_SCHEMA,
} as const satisfies Record<string, JsonObject>;

export type PublishedName = keyof typeof PUBLISHED;

export const PUBLISHED_NAMES = Object.keys(PUBLISHED) as PublishedName[];

export const fileOf = (name: PublishedName): string => `${name}.schema.json`;
