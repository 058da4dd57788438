import { MAX_REFERENCE_CHARS } from './parcel-key.js';

const optionalText = { type: ['string', 'null'] } as const;

/** What a record must be (domain D.3). Country and language patterns are the specification's (References). */
export const RECORD_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'record/1',
  type: 'object',
  required: ['schema', 'transfer_id', 'account', 'action', 'occurred_at', 'references'],
  properties: {
    schema: { const: 'record/1' },
    transfer_id: { type: 'string', minLength: 1, maxLength: 128 },
    account: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    action: { enum: ['upsert', 'cancel'] },
    occurred_at: { type: 'string' },
    references: {
      type: 'object',
      required: ['courier', 'tracking_number', 'orderNo', 'client', 'warehouse', 'destination_country_iso3', 'language'],
      properties: {
        courier: { type: 'string', pattern: '\\S', maxLength: MAX_REFERENCE_CHARS },
        tracking_number: { type: 'string', pattern: '\\S', maxLength: MAX_REFERENCE_CHARS },
        orderNo: { type: 'string' },
        client: { type: 'string' },
        warehouse: { type: 'string' },
        destination_country_iso3: { type: 'string', pattern: '^[A-Z]{3}$' },
        language: { type: 'string', pattern: '^[a-z]{2}$' },
      },
    },
    send_date: optionalText,
    warehouse_time_zone: optionalText,
    recipient_time_zone: optionalText,
    links: { type: ['object', 'null'], properties: { tracking_link: {}, reroute_link: {} } },
    is_return: { type: ['boolean', 'null'] },
  },
} as const;
