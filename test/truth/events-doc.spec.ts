import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import {
  CLOUD_EVENT_SCHEMA,
  compileSchema,
  DELIVERY_STATUSES,
  ETA_UNKNOWN_FORMS,
  EVENT_MEANINGS,
  EVENT_NAMES,
  type EventName,
  EXCEPTION_CODES,
  type JsonObject,
  NEXT_ACTIONS,
  ownFieldsOf,
  RETURN_REASONS,
  toCloudEventBody,
  toPlainBody,
  WEBHOOK_PAYLOAD_SCHEMA,
  type WebhookPayload,
} from '#libs/contracts';
import { ETA_FORMS } from '#libs/receiver-check';
import { exampleEvents } from './example-events.js';
import { EXAMPLE_IDENTITY } from './example-messages.js';
import { holdPart, ROOT } from './held-document.js';

const PAGE = 'docs/events.md';
const examples = exampleEvents();
const example = (event: EventName): WebhookPayload => examples.get(event) as WebhookPayload;

/** The events in the order of the page's sections. */
const IN_ORDER_OF_LIFE = [...readFileSync(join(ROOT, PAGE), 'utf8').matchAll(/^### (on\w+)$/gm)].map(([, event]) => event as EventName);

/** Events that the page shows with all fields. */
const WHOLE = ['onCreated', 'onDelivered'] as const;
/** Events of which the page shows only the fields of `data` that differ from onCreated, which comes first. */
const IN_PART = ['onScheduled', 'onPickupReady'] as const;

const asCode = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const asWords = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const bodyOf = (event: EventName): WebhookPayload => JSON.parse(toPlainBody(example(event), 'object')) as WebhookPayload;
const FIRST = bodyOf('onCreated').data as unknown as JsonObject;

const findFault = { plain: compileSchema(WEBHOOK_PAYLOAD_SCHEMA), cloudevents: compileSchema(CLOUD_EVENT_SCHEMA) };

describe.each(EVENT_NAMES)('%s', (event) => {
  it.each(ETA_UNKNOWN_FORMS)('is valid in both formats with an unknown date as %s', (form) => {
    const bodies = { plain: toPlainBody(example(event), form), cloudevents: toCloudEventBody(example(event), form, EXAMPLE_IDENTITY) };
    expect(findFault.plain(JSON.parse(bodies.plain) as JsonObject)).toBeUndefined();
    expect(findFault.cloudevents(JSON.parse(bodies.cloudevents) as JsonObject)).toBeUndefined();
  });

  it('shows every field of its own', () => {
    expect(Object.keys(example(event).data)).toEqual(expect.arrayContaining(Object.keys(ownFieldsOf(event))));
  });

  it('has a section', () => {
    expect(readFileSync(join(ROOT, PAGE), 'utf8')).toContain(`\n### ${event}\n`);
  });
});

describe('the page', () => {
  it.each(WHOLE)('shows %s with the content and the texts of the code', (event) => holdPart(PAGE, event, asCode(bodyOf(event))));

  it.each(IN_PART)('shows only the differences of %s', (event) => {
    const own = Object.entries(bodyOf(event).data).filter(([name, value]) => !isDeepStrictEqual(value, FIRST[name]));
    holdPart(PAGE, event, asCode(Object.fromEntries(own)));
  });

  it('lists the events with their meaning and their own fields', () => {
    const rows = IN_ORDER_OF_LIFE.map((event) => {
      const own = Object.keys(ownFieldsOf(event));
      return `| [\`${event}\`](#${event.toLowerCase()}) | ${EVENT_MEANINGS[event]} | ${own.length === 0 ? '–' : asWords(own)} |`;
    });
    expect(new Set(IN_ORDER_OF_LIFE)).toEqual(new Set(EVENT_NAMES));
    holdPart(PAGE, 'events', ['| event | meaning | own fields in `data` |', '| --- | --- | --- |', ...rows].join('\n'));
  });

  it('shows the envelope of a CloudEvent', () => {
    const { data, ...envelope } = JSON.parse(toCloudEventBody(example('onDelivered'), 'object', EXAMPLE_IDENTITY)) as JsonObject;
    expect(Object.keys(data as JsonObject)).toEqual(['references', 'data', 'reporting']);
    holdPart(
      PAGE,
      'onDelivered as CloudEvent',
      asCode({ ...envelope, data: '…' }).replace('"…"', '{ "references": …, "data": …, "reporting": … }'),
    );
  });

  it.each([
    ['statuses', DELIVERY_STATUSES],
    ['exception codes', EXCEPTION_CODES],
    ['next actions', NEXT_ACTIONS],
    ['return reasons', RETURN_REASONS],
  ])('knows all %s', (name, words) => holdPart(PAGE, name, `${asWords(words)}.`));

  it('explains the fields as the schema does', () => {
    const shared = Object.keys(example('onCreated').data);
    const described = WEBHOOK_PAYLOAD_SCHEMA.$defs as Readonly<Record<string, { description: string }>>;
    const rows = shared.map((name) => `| \`${name}\` | ${described[name]?.description} |`);
    holdPart(PAGE, 'fields', ['| field | meaning |', '| --- | --- |', ...rows].join('\n'));
  });

  it('shows every form of an expected date', () => holdPart(PAGE, 'expected dates', expectedDates()));

  it('shows how the lead times of the example parcel change', () => holdPart(PAGE, 'lead times', leadTimes()));

  it('has no section for an event that does not exist', () => {
    const sections = [...readFileSync(join(ROOT, PAGE), 'utf8').matchAll(/^### (on\w+)$/gm)].map(([, event]) => event as EventName);
    expect(new Set(sections)).toEqual(new Set(EVENT_NAMES));
    expect(sections).toHaveLength(EVENT_NAMES.length);
  });
});

/** Tells whether the service sends a body with this date. */
function isSent(expected: unknown): boolean {
  const payload = example('onCreated');
  return findFault.plain({ ...payload, data: { ...payload.data, expected_delivery_date_raw: expected } }) === undefined;
}

/** Returns the lead times of the first example parcel, which has all of them. */
function leadTimes(): string {
  const { tracking_number: first } = example('onCreated').references;
  const own = [...examples.values()].filter(({ references }) => references.tracking_number === first);
  const rows = own
    .toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
    .map(({ event, timestamp, reporting: r }) => {
      const days = [r.lead_time_door_to_door, r.lead_time_qualified_attempt, r.lead_time_end_to_end].join(' | ');
      return { days, row: `| \`${event}\` | ${timestamp.slice(0, 10)} | ${days} |` };
    })
    .filter(({ days }, index, all) => days !== all[index - 1]?.days)
    .map(({ row }) => row);
  return ['| event | date (UTC) | door to door | qualified attempt | end to end |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** Returns the forms of an expected date that receiver:verify also sends. */
function expectedDates(): string {
  const date = (expected: WebhookPayload['data']['expected_delivery_date_raw'], form: (typeof ETA_UNKNOWN_FORMS)[number]): string => {
    const payload = example('onCreated');
    const body = toPlainBody({ ...payload, data: { ...payload.data, expected_delivery_date_raw: expected } }, form);
    return JSON.stringify((JSON.parse(body) as WebhookPayload).data.expected_delivery_date_raw);
  };
  const [day, next] = ['2026-03-30', '2026-03-31'];
  const known = [
    ['a day', { startDate: day, endDate: day }],
    ['one of several days', { startDate: day, endDate: next }],
    ['a day, in a window', { startDate: day, endDate: day, startTime: '10:00:00', endTime: '14:00:00' }],
    ['a day, about a time', { startDate: day, endDate: day, startTime: '12:30:00', endTime: '12:30:00' }],
  ] as const;
  return [
    '| what is known | form |',
    '| --- | --- |',
    ...known.map(([meaning, expected]) => `| ${meaning} | \`${date(expected, 'object')}\` |`),
    ...ETA_UNKNOWN_FORMS.map((form) => `| nothing reliable, \`etaUnknownForm: ${form}\` | \`${date({}, form)}\` |`),
    ...ETA_FORMS.filter(({ value }) => !isSent(value)).map(
      ({ name, value }) => `| never sent today: ${name} | \`${JSON.stringify(value)}\` |`,
    ),
  ].join('\n');
}
