import {
  CLOUD_EVENT_SCHEMA,
  DELIVERY_ATTEMPT_SCHEMA,
  type JsonObject,
  OPERATIONAL_CLOUD_EVENT_SCHEMA,
  OPERATIONAL_EVENT_SCHEMA,
  RECORD_SCHEMA,
  SCAN_SCHEMA,
  TRACKING_EVENT_HEADERS_SCHEMA,
  WEBHOOK_PAYLOAD_SCHEMA,
} from '#libs/contracts';

/** Sets the file name as the id: schemas refer to each other by file name, wherever they are served from. */
const named = <N extends string, S extends { readonly $schema: string }>(
  name: N,
  { $schema, ...schema }: S,
): { readonly [K in N]: { readonly $schema: string; readonly $id: string } & Omit<S, '$schema'> } =>
  ({ [name]: { $schema, $id: `${name}.schema.json`, ...schema } }) as never;

/** The schemas `docs/schemas/<name>.schema.json`, each with the example of the same name. */
export const PUBLISHED = {
  ...named('scan-1', SCAN_SCHEMA),
  ...named('record-1', RECORD_SCHEMA),
  ...named('tracking-event-headers', TRACKING_EVENT_HEADERS_SCHEMA),
  ...named('delivery-attempt-1', DELIVERY_ATTEMPT_SCHEMA),
  ...named('webhook-payload', WEBHOOK_PAYLOAD_SCHEMA),
  ...named('cloud-event', CLOUD_EVENT_SCHEMA),
  ...named('operational-event', OPERATIONAL_EVENT_SCHEMA),
  ...named('operational-cloud-event', OPERATIONAL_CLOUD_EVENT_SCHEMA),
} satisfies Record<string, JsonObject>;

export type PublishedName = keyof typeof PUBLISHED;

export const PUBLISHED_NAMES = Object.keys(PUBLISHED) as PublishedName[];

export const fileOf = (name: PublishedName): string => `${name}.schema.json`;
