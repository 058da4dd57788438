import { describe, expect, it } from '@jest/globals';
import { compileSchema, EVENT_NAMES, WEBHOOK_FORMATS } from '#libs/contracts';
import { toEventTypeView } from './event-type-view.js';

const identity = { source: 'urn:test', vendor: 'test' };

describe.each(EVENT_NAMES)('%s', (event) => {
  it.each(WEBHOOK_FORMATS)('as %s: the example fits the schema and has every field that only this event has', (format) => {
    const { example, schema, ownFields } = toEventTypeView(event, { format, language: 'de', identity });
    expect(compileSchema(schema)(example)).toBeUndefined();
    const { data } = (format === 'plain' ? example : example['data']) as { data: object };
    expect(Object.keys(data)).toEqual(expect.arrayContaining([...ownFields]));
    const { references } = (format === 'plain' ? example : example['data']) as { references: object };
    expect(references).toMatchObject({ language: 'de' });
  });

  it('has a schema that accepts no other event', () => {
    const { schema } = toEventTypeView(event, { format: 'plain', language: 'en', identity });
    const isTaken = (other: (typeof EVENT_NAMES)[number]): boolean =>
      compileSchema(schema)(toEventTypeView(other, { format: 'plain', language: 'en', identity }).example) === undefined;
    expect(EVENT_NAMES.filter(isTaken)).toEqual([event]);
  });
});

it('a CloudEvent names this installation', () => {
  const { example } = toEventTypeView('onDelivered', { format: 'cloudevents', language: 'en', identity });
  expect(example).toMatchObject({ source: 'urn:test', type: 'com.test.tracking.event.ondelivered' });
});

it('onDelivered and onReturn are final', () => {
  const isFinal = (event: (typeof EVENT_NAMES)[number]): boolean =>
    toEventTypeView(event, { format: 'plain', language: 'en', identity }).isFinal;
  expect(EVENT_NAMES.filter(isFinal)).toEqual(['onDelivered', 'onReturn']);
});
