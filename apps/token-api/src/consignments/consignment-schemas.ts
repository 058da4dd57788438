import { DELIVERY_STATUSES, EVENT_NAMES, type JsonObject, READERS, READINGS, RECORD_SCHEMA, REFERENCE_KEYS } from '#libs/contracts';
import { flag, list, moment, object, oneWord, orNull, text, uuid, whole } from '../openapi/schema-words.js';

/** A message of the topics as the API takes it: without what the API knows itself, and without what only topics need. */
export function asBody(
  schema: JsonObject,
  change: { readonly title: string; readonly required: readonly string[]; readonly description: string },
): JsonObject {
  const { schema: _, account: __, ...properties } = withShapes(schema['properties'], schema['$defs'] as Shapes) as JsonObject;
  return { ...change, type: 'object', properties };
}

type Shapes = Readonly<Record<string, JsonObject>>;

/** Each shape in place of the reference to it: the document has no `$defs`. */
function withShapes(node: unknown, shapes: Shapes): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
  const { $comment: _, $ref, ...rest } = node as JsonObject;
  const whole = typeof $ref === 'string' ? withText(shapes[$ref.slice('#/$defs/'.length)] as JsonObject, rest['description']) : rest;
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, withShapes(value, shapes)]));
}

const withText = (shape: JsonObject, description: unknown): JsonObject => ({
  ...shape,
  description: [description, shape['description']].filter((text) => typeof text === 'string').join(' '),
});

export const RECORD_BODY: JsonObject = asBody(RECORD_SCHEMA, {
  title: 'Record',
  required: ['references'],
  description:
    'A record/1 (docs/schemas/record-1.schema.json) without `schema` and `account`. Left out, `transfer_id` is a new one, `action` is upsert and `occurred_at` is now. A link or a time zone of another shape is dropped and named in `repaired`.',
});

const accepted = {
  courier: text(),
  tracking_number: text('Normalised: under this the consignment is found.'),
  repaired: list(text(), 'Fields that were dropped or corrected because they could not be understood.'),
};

export const ACCEPTED_RECORD = { title: 'AcceptedRecord', ...object({ transfer_id: text(), ...accepted }) };
export const ACCEPTED_SCAN = { title: 'AcceptedScan', ...object({ scan_id: text(), ...accepted }) };

const day = { type: 'string', format: 'date' };
const time = { type: 'string', pattern: '^\\d{2}:\\d{2}:\\d{2}$' };

export const REFERENCES = { title: 'References', ...object(Object.fromEntries(REFERENCE_KEYS.map((key) => [key, text()]))) };

const scan = {
  title: 'ConsignmentScan',
  ...object({
    scan_id: text(),
    occurred_at: moment(),
    carrier_code: orNull(text()),
    carrier_sub_code: orNull(text()),
    raw_text: orNull(text()),
    location: text(),
    status_hint: orNull(text()),
    readAs: orNull(
      oneWord(
        READINGS,
        'The status that the scan was read as. `unmapped` = neither a rule of the mappings nor a hint says what it means: it counts as InternalStatus. `FailedAttempt` = an attempt that the carrier does not number. null = stored by a version that did not keep it.',
      ),
    ),
    readBy: orNull({
      ...object({
        layer: oneWord(
          READERS,
          'Who said so: a rule of the operator’s CARRIERS_DIR, a rule that comes with the service, the `status_hint` of the producer, or none of them.',
        ),
        rule: orNull(text('File and line in that layer. null = no rule decided.')),
        ruleSet: text('The set of carrier files that was in force; `mapping:check` names that of a folder.'),
      }),
      description: 'What read the scan. null = stored by a version that did not keep it.',
    }),
    receivedAt: moment(),
  }),
};

const event = {
  title: 'ConsignmentEvent',
  ...object({ eventid: uuid(), event: oneWord(EVENT_NAMES), happenedAt: moment(), createdAt: moment() }),
};

export const CONSIGNMENT = {
  title: 'Consignment',
  ...object({
    consignmentId: uuid(),
    courier: text(),
    trackingNumber: text('Normalised; `references` has it as it was written.'),
    generation: whole(1, '2 and more = the number was used again.'),
    references: REFERENCES,
    status: oneWord(DELIVERY_STATUSES, '`Pending` before the first scan.'),
    statusAt: orNull(moment('null = nothing has happened yet.')),
    expectedDelivery: orNull(object({ startDate: day, endDate: day, startTime: time, endTime: time }, ['startTime', 'endTime'])),
    deliveryLocation: text('"" = not known.'),
    trackingLink: text(),
    rerouteLink: text('"" = not available.'),
    sendDate: orNull(text()),
    isReturn: flag(),
    isCancelled: flag(),
    createdAt: moment(),
    updatedAt: moment(),
    scans: list(scan, 'Newest first, the newest 200, or fewer where they take more than 1 MiB.'),
    events: list(event, 'Newest first, the newest 200; GET /events has all.'),
  }),
};

const references = {
  courier: 'acme-express',
  tracking_number: 'JD 0146 0003',
  orderNo: 'A-1001',
  client: 'shop-de',
  warehouse: 'W237',
  destination_country_iso3: 'DEU',
  language: 'de',
};

export const CONSIGNMENT_EXAMPLES = {
  record: {
    references,
    send_date: '2026-03-27',
    warehouse_time_zone: 'Europe/Berlin',
    links: { tracking_link: 'https://carrier.example/track/JD01460003' },
  },
  accepted: { transfer_id: '0b7f3a52-6c1d-4e0f-9a8b-7c6d5e4f3a21', courier: 'acme-express', tracking_number: 'JD01460003', repaired: [] },
  consignment: {
    consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
    courier: 'acme-express',
    trackingNumber: 'JD01460003',
    generation: 1,
    references,
    status: 'OutForDelivery',
    statusAt: '2026-03-29T08:00:00Z',
    expectedDelivery: { startDate: '2026-03-29', endDate: '2026-03-29' },
    deliveryLocation: '',
    trackingLink: 'https://carrier.example/track/JD01460003',
    rerouteLink: '',
    sendDate: '2026-03-27',
    isReturn: false,
    isCancelled: false,
    createdAt: '2026-03-27T08:00:00.000Z',
    updatedAt: '2026-03-29T08:00:02.000Z',
    scans: [
      {
        scan_id: 'JD01460003/OFD',
        occurred_at: '2026-03-29T08:00:00Z',
        carrier_code: 'OFD',
        carrier_sub_code: null,
        raw_text: 'On vehicle for delivery',
        location: 'Bonn, DE',
        status_hint: null,
        readAs: 'OutForDelivery',
        readBy: { layer: 'operator', rule: 'mappings/acme-express.yaml:12', ruleSet: '9f2c4b7a01d3e865' },
        receivedAt: '2026-03-29T08:00:01.000Z',
      },
    ],
    events: [
      {
        eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
        event: 'onOutForDelivery',
        happenedAt: '2026-03-29T08:00:00.000Z',
        createdAt: '2026-03-29T08:00:01.000Z',
      },
    ],
  },
};
