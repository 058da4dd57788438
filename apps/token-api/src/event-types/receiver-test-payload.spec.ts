import { describe, expect, it } from '@jest/globals';
import { compileSchema, EVENT_NAMES, type JsonObject, ownFieldsOf, WEBHOOK_PAYLOAD_SCHEMA } from '#libs/contracts';
import { toTestPayload } from './receiver-test-payload.js';

const findFault = compileSchema(WEBHOOK_PAYLOAD_SCHEMA);
const eventid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const atMs = Date.parse('2026-03-29T10:00:00.250Z');

describe.each(EVENT_NAMES)('the test event %s', (event) => {
  const payload = toTestPayload({ event, eventid, atMs });

  it('is a valid body with every field of its own', () => {
    expect(findFault(payload as unknown as JsonObject)).toBeUndefined();
    expect(Object.keys(payload.data)).toEqual(expect.arrayContaining(Object.keys(ownFieldsOf(event))));
  });

  it('can be recognised as a test, and is the same each time', () => {
    expect(payload).toMatchObject({ event, eventid, timestamp: '2026-03-29T10:00:00.250Z' });
    expect(payload.references).toMatchObject({ orderNo: 'TEST', tracking_number: 'TEST-3F2504E0' });
    expect(JSON.stringify(toTestPayload({ event, eventid, atMs }))).toBe(JSON.stringify(payload));
  });
});
