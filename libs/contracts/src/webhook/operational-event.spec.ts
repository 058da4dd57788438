import { describe, expect, it } from '@jest/globals';
import { compileSchema } from '../messages/schema-check.js';
import { EVENT_NAMES, WEBHOOK_FORMATS } from '../vocabulary.js';
import {
  isOperational,
  OPERATIONAL_EVENT_NAMES,
  type OperationalEvent,
  operationalConsignmentIdOf,
  toOperationalBody,
} from './operational-event.js';
import { exampleOperationalEvent } from './operational-example.js';
import { OPERATIONAL_CLOUD_EVENT_SCHEMA, OPERATIONAL_EVENT_SCHEMA, operationalSchemaOf } from './operational-schema.js';

const identity = { source: 'urn:test', vendor: 'test' };
const wholeSchemas = { plain: OPERATIONAL_EVENT_SCHEMA, cloudevents: OPERATIONAL_CLOUD_EVENT_SCHEMA };
const options = { eventid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', atMs: Date.parse('2026-03-29T10:00:00.250Z') };
const bodyOf = (event: OperationalEvent, format: (typeof WEBHOOK_FORMATS)[number]) =>
  JSON.parse(toOperationalBody(event, format, identity)) as Record<string, unknown>;

describe.each(OPERATIONAL_EVENT_NAMES)('%s', (type) => {
  const event = exampleOperationalEvent({ type, ...options });

  it.each(WEBHOOK_FORMATS)('matches its schema, as %s', (format) => {
    expect(compileSchema(wholeSchemas[format])(bodyOf(event, format))).toBeUndefined();
    const takers = OPERATIONAL_EVENT_NAMES.filter(
      (other) => compileSchema(operationalSchemaOf(other, format))(bodyOf(event, format)) === undefined,
    );
    expect(takers).toEqual([type]);
  });

  it('has four fields in its plain form, and names its type in a CloudEvent', () => {
    expect(Object.keys(bodyOf(event, 'plain'))).toEqual(['type', 'eventid', 'timestamp', 'data']);
    expect(bodyOf(event, 'cloudevents')).toMatchObject({ id: options.eventid, source: 'urn:test', type: `com.test.operational.${type}` });
  });

  it('is not one of the eleven events', () => {
    expect(isOperational(type)).toBe(true);
    expect(EVENT_NAMES.map(String)).not.toContain(type);
  });
});

it('the made-up consignment of an account never changes', () => {
  expect(operationalConsignmentIdOf(1)).toBe('ed3274ea-0527-590e-9ec1-1363de37575b');
  expect(operationalConsignmentIdOf(2)).not.toBe(operationalConsignmentIdOf(1));
});
