import { describe, expect, it } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type JsonObject, parseRecordObject, parseScanObject, REFERENCE_KEYS, WEEKDAYS, type Parsed } from '#libs/contracts';
import { attemptsIn } from '../builders/delivery-attempt.js';
import { eventsIn } from '../builders/tracking-event.js';
import { derivedExamples, exampleAttempts, exampleEvent, exampleFile, MESSAGE_TIMESTAMP_MS, readExample } from './example-messages.js';
import { holdJson } from './held-document.js';
import { fileOf, PUBLISHED, PUBLISHED_NAMES } from './published-schemas.js';

const OPTIONS = { strict: true, allowUnionTypes: true };
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

const drafts = {
  'draft 2020-12': withPublished(new Ajv2020(OPTIONS), (schema) => schema),
  'draft 07': withPublished(new Ajv(OPTIONS), (schema) => ({ ...schema, $schema: DRAFT_07 })),
};

function withPublished<A extends Ajv | Ajv2020>(ajv: A, toDraft: (schema: JsonObject) => JsonObject): A {
  addFormats.default(ajv);
  for (const name of PUBLISHED_NAMES) ajv.addSchema(toDraft(PUBLISHED[name])); // Registers the schemas under their own ids.
  return ajv;
}

function checkOf(file: string, draft: keyof typeof drafts = 'draft 2020-12'): ValidateFunction {
  const validate = drafts[draft].getSchema(file);
  if (validate === undefined) throw new Error(`no schema ${file}`);
  return validate as ValidateFunction;
}

function faultOf(file: string, message: unknown): string | undefined {
  const validate = checkOf(file);
  return validate(message) ? undefined : JSON.stringify(validate.errors);
}

describe('an example of a message between the apps', () => {
  const derived = derivedExamples();

  it.each(Object.keys(derived) as (keyof typeof derived)[])('with the schema %s is derived by the code from record and scan', (name) =>
    holdJson(exampleFile(name), derived[name]),
  );
});

describe.each(PUBLISHED_NAMES)('docs/schemas/%s.schema.json', (name) => {
  it('matches the code', () => holdJson(`docs/schemas/${fileOf(name)}`, PUBLISHED[name]));

  it.each(Object.keys(drafts) as (keyof typeof drafts)[])('is a strict schema of %s', (draft) => {
    expect(checkOf(fileOf(name), draft)).toBeInstanceOf(Function);
  });

  it('describes every field', () => expect(undescribed(PUBLISHED[name])).toEqual([]));

  it('accepts its example in both drafts', () => {
    expect(faultOf(fileOf(name), readExample(name))).toBeUndefined();
    expect(checkOf(fileOf(name), 'draft 07')(readExample(name))).toBe(true);
  });
});

/** Returns paths of properties without a description, a reference to a description, or a single possible value. */
function undescribed(node: unknown, path: readonly string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => {
    const here = [...path, key];
    const isField = path.at(-1) === 'properties' && !path.includes('anyOf') && !SPEAKING.includes(key);
    const isSilent = isField && !['description', '$ref', 'const'].some((word) => word in (child as object));
    return [...(isSilent ? [here.join('/')] : []), ...undescribed(child, here)];
  });
}

/** Names that need no description, or that the surrounding object explains. */
const SPEAKING: readonly string[] = [...WEEKDAYS, ...REFERENCE_KEYS, 'from', 'to', 'lat', 'long', 'data'];

describe('the examples', () => {
  it.each(['scan-1', 'record-1', 'tracking-event-headers', 'delivery-attempt-1'] as const)('for %s show every property', (name) => {
    const shown = Object.keys(PUBLISHED[name].properties).filter((property) => property !== 'kind'); // An event of a parcel has no `kind`.
    expect(Object.keys(readExample(name)).toSorted()).toEqual(shown.toSorted());
  });

  it('of scan and record are accepted unchanged', () => {
    expect(parseScanObject(readExample('scan-1'), MESSAGE_TIMESTAMP_MS)).toMatchObject({ ok: true, value: { repairs: [] } });
    expect(parseRecordObject(readExample('record-1'), MESSAGE_TIMESTAMP_MS)).toMatchObject({ ok: true, value: { repairs: [] } });
  });

  it('of messages between the apps are read back unchanged', () => {
    const value = Buffer.from(JSON.stringify(readExample('webhook-payload')));
    expect(eventsIn([{ value, headers: readExample('tracking-event-headers') as Record<string, string> }])).toEqual([exampleEvent()]);
    const headers = { 'delivery-attempt': JSON.stringify(readExample('delivery-attempt-1')) };
    expect(attemptsIn([{ value, headers }])).toMatchObject([{ ...exampleAttempts().plain, attempt: 2 }]);
  });
});

describe('the time of a scan', () => {
  const withTimes = (times: JsonObject): JsonObject => {
    const { occurred_at: _, occurred_at_local: __, ...timeless } = readExample('scan-1');
    return { ...timeless, ...times };
  };
  const local = { occurred_at_local: '2026-03-30T11:44:05' };

  it.each<[JsonObject]>([
    [local],
    [{ ...local, occurred_at: null }],
    [{ ...local, occurred_at: '' }],
    [{ occurred_at: '2026-03-30T11:44:05Z', occurred_at_local: null }],
  ])('has one of the two forms: %j', (times) => {
    expect(faultOf(fileOf('scan-1'), withTimes(times))).toBeUndefined();
    expect(parseScanObject(withTimes(times), MESSAGE_TIMESTAMP_MS)).toMatchObject({ ok: true });
  });

  it.each<[JsonObject]>([[{}], [{ occurred_at: null }], [{ occurred_at: '', occurred_at_local: '' }]])('has neither form: %j', (times) => {
    expect(faultOf(fileOf('scan-1'), withTimes(times))).toBeDefined();
    expect(parseScanObject(withTimes(times), MESSAGE_TIMESTAMP_MS)).toMatchObject({ ok: false, reason: 'E_TIME' });
  });
});

type Taken = { readonly repairs: readonly string[] } & Readonly<Record<string, unknown>>;

const taken = (parsed: Parsed<unknown>): Taken => {
  if (!parsed.ok) throw new Error(`${parsed.reason}: ${parsed.detail}`);
  return parsed.value as Taken;
};
const scanWith = (trimming: JsonObject): Taken => taken(parseScanObject({ ...readExample('scan-1'), ...trimming }, MESSAGE_TIMESTAMP_MS));
const recordWith = (trimming: JsonObject): Taken =>
  taken(parseRecordObject({ ...readExample('record-1'), ...trimming }, MESSAGE_TIMESTAMP_MS));

/** Returns the reference of a leniently read field's shape in the published schema. */
const scanShape = (field: keyof typeof SCAN_FIELDS): string => fileOf('scan-1') + SCAN_FIELDS[field].$ref;
const { eta, delivery_location, delivery_information, pickup_location, reroute_link, tracking_link } = PUBLISHED['scan-1'].properties;
const SCAN_FIELDS = { eta, delivery_location, delivery_information, pickup_location, reroute_link, tracking_link };

const day = (rest: JsonObject = {}): JsonObject => ({ start_date: '2026-03-30', ...rest });

describe('a leniently read field of a scan', () => {
  it.each<[keyof typeof SCAN_FIELDS, unknown]>([
    ['eta', day()],
    ['eta', null],
    ['eta', day({ end_date: '2026-04-01' })],
    ['eta', day({ end_date: '2026-03-30', start_time: '10:00', end_time: '14:00:30' })],
    ['eta', day({ start_time: '10:00', end_time: null })],
    ['delivery_location', 'Doorstep'],
    ['delivery_location', null],
    ['delivery_information', 'Ms Meier'],
    ['pickup_location', { address: 'Kiosk Blau, Hauptstr. 3', opening_hours: null, coordinates: null }],
    ['pickup_location', { opening_hours: { monday: [{ from: '00:00', to: '24:00' }] } }],
    ['pickup_location', { coordinates: { lat: -90, long: 180 } }],
    ['reroute_link', ''],
    ['reroute_link', 'https://carrier.example/a?b=c'],
    ['tracking_link', 'http://carrier.example/a'],
    ['tracking_link', ''],
  ])('is kept if it has the shape of the schema: %s %j', (field, value) => {
    expect(faultOf(scanShape(field), value)).toBeUndefined();
    expect(scanWith({ [field]: value }).repairs).toEqual([]);
  });

  it.each<[keyof typeof SCAN_FIELDS, unknown, string]>([
    ['eta', '2026-03-30', 'eta'],
    ['eta', day({ start_date: '2026-02-30' }), 'eta'],
    ['eta', day({ start_time: '24:00' }), 'eta'],
    ['eta', { end_date: '2026-03-30' }, 'eta'],
    ['delivery_location', '', 'delivery_location'],
    ['delivery_location', 7, 'delivery_location'],
    ['delivery_information', 7, 'delivery_information'],
    ['pickup_location', { address: 'Kiosk <b>Blau</b>' }, 'pickup_location.address'],
    ['pickup_location', { opening_hours: { someday: [] } }, 'pickup_location.opening_hours'],
    ['pickup_location', { opening_hours: {} }, 'pickup_location.opening_hours'],
    ['pickup_location', { opening_hours: { monday: [{ from: '24:00', to: '24:00' }] } }, 'pickup_location.opening_hours'],
    ['pickup_location', { coordinates: { lat: 91, long: 0 } }, 'pickup_location.coordinates'],
    ['pickup_location', { coordinates: { lat: 1 } }, 'pickup_location.coordinates'],
    ['reroute_link', 'javascript:alert(1)', 'reroute_link'],
    ['tracking_link', 'carrier.example', 'tracking_link'],
  ])(
    'violates the schema if it has another shape, but the scan is accepted with the field repaired or dropped: %s %j',
    (field, value, repaired) => {
      expect(faultOf(scanShape(field), value)).toBeDefined();
      expect(faultOf(fileOf('scan-1'), { ...readExample('scan-1'), [field]: value })).toBeDefined();
      expect(scanWith({ [field]: value }).repairs).toEqual([repaired]);
    },
  );

  it('becomes Unknown, and is counted, if its place is not in the vocabulary', () => {
    expect(faultOf(scanShape('delivery_location'), 'Igloo')).toBeDefined();
    expect(scanWith({ delivery_location: 'Igloo' })).toMatchObject({ deliveryLocation: 'Unknown', repairs: ['delivery_location'] });
  });
});

describe('a leniently read field of a record', () => {
  const { warehouse_time_zone, recipient_time_zone, links } = PUBLISHED['record-1'].properties;
  const fields = { warehouse_time_zone, recipient_time_zone, ...links.properties };
  const shape = (field: keyof typeof fields): string => fileOf('record-1') + fields[field].$ref;

  it.each<[keyof typeof fields, unknown]>([
    ['tracking_link', ''],
    ['tracking_link', null],
    ['reroute_link', 'https://carrier.example/a'],
  ])('is kept if it has the shape of the schema: %s %j', (field, value) => {
    expect(faultOf(shape(field), value)).toBeUndefined();
    expect(recordWith({ links: { [field]: value } }).repairs).toEqual([]);
  });

  it.each<[keyof typeof fields, unknown]>([
    ['tracking_link', 'ftp://carrier.example'],
    ['reroute_link', 7],
  ])('violates the schema if it has another shape, but the record is accepted without it: %s %j', (field, value) => {
    expect(faultOf(shape(field), value)).toBeDefined();
    expect(faultOf(fileOf('record-1'), { ...readExample('record-1'), links: { [field]: value } })).toBeDefined();
    expect(recordWith({ links: { [field]: value } }).repairs).toEqual([`links.${field}`]);
  });

  it('is dropped if it names an unknown time zone', () => {
    expect(recordWith({ warehouse_time_zone: 'Mars/Base', recipient_time_zone: null }).repairs).toEqual(['warehouse_time_zone']);
  });
});
