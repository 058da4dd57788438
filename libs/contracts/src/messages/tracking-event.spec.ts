import { describe, expect, it } from '@jest/globals';
import { eventMessage, trackingEvent } from '../../../../test/builders/tracking-event.js';
import type { OwnMessage } from './own-message.js';
import { readTrackingEvent } from './tracking-event.js';

const EVENT = trackingEvent({ account: 1 });
const MESSAGE = eventMessage(EVENT);

/** Headers as a consumer gets them. */
const messageOf = (headers: Readonly<Record<string, string | Buffer | string[]>>, value: Buffer | null = MESSAGE.value): OwnMessage => ({
  value,
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  rawHeaders: headers,
});

describe('a message of topic events', () => {
  it('is read from the topic as it was written', () => {
    expect(readTrackingEvent(MESSAGE)).toEqual({ ok: true, value: EVENT });
  });

  it('is a CloudEvent in binary mode with the plain payload as its value', () => {
    expect(MESSAGE.headers).toEqual({
      ce_specversion: '1.0',
      ce_id: EVENT.payload.eventid,
      ce_source: 'urn:parcel-event-webhooks',
      ce_type: 'com.parcel-events.tracking.event.onoutfordelivery',
      ce_time: EVENT.payload.timestamp,
      ce_account: '1',
      ce_consignmentid: EVENT.consignmentId,
      ce_createdat: new Date(EVENT.createdAtMs).toISOString(),
      'content-type': 'application/json',
    });
    expect(JSON.parse(String(MESSAGE.value))).toEqual(EVENT.payload);
  });

  it('ignores unknown headers', () => {
    expect(readTrackingEvent(messageOf({ ...MESSAGE.headers, ce_shop: 'x', traceparent: 'y' }))).toEqual({ ok: true, value: EVENT });
  });

  const withDepth = (levels: number): Buffer =>
    Buffer.from(String(MESSAGE.value).replace('"data":{', `"data":{"deep":${'['.repeat(levels)}${']'.repeat(levels)},`));

  it('may be nested as deep as a valid payload can be', () => {
    expect(readTrackingEvent({ ...MESSAGE, value: withDepth(30) }).ok).toBe(true);
  });

  it.each<[Buffer | null, string]>([
    [null, 'the value is no JSON in UTF-8'],
    [Buffer.from('['), 'the value is no JSON in UTF-8'],
    [Buffer.from([0x22, 0xff, 0x22]), 'the value is no JSON in UTF-8'],
    [Buffer.from('7'), 'a field of the value is missing, or is not what it must be'],
    [Buffer.from('{"eventid":"x"}'), 'a field of the value is missing, or is not what it must be'],
    [withDepth(31), 'the value is nested deeper than 32 levels'],
    [withDepth(20_000), 'the value is nested deeper than 32 levels'],
    [Buffer.from(JSON.stringify(trackingEvent({ account: 1 }).payload)), 'its headers name another event than its value'],
  ])('becomes a dead letter that says what is wrong with its value', (value, why) => {
    expect(readTrackingEvent({ ...MESSAGE, value })).toEqual({ ok: false, reason: 'E_SCHEMA', detail: `no tracking event: ${why}` });
  });

  it.each([
    ['ce_specversion', '0.3'],
    ['ce_id', 'x'],
    ['ce_source', ''],
    ['ce_source', 'a b'],
    ['ce_type', 'onDelivered'],
    ['ce_time', ''],
    ['ce_account', '0'],
    ['ce_account', '1e3'],
    ['ce_account', '9007199254740992'],
    ['ce_consignmentid', 'P1'],
    ['ce_createdat', '2026-03-30'],
    ['content-type', 'text/plain'],
  ])('is refused with %s: %s', (name, text) => {
    expect(readTrackingEvent(messageOf({ ...MESSAGE.headers, [name]: text }))).toMatchObject({
      ok: false,
      detail: `no tracking event: the header ${name} is not what it must be`,
    });
  });

  it.each([
    ['ce_id', EVENT.consignmentId],
    ['ce_time', '2026-03-29T09:44:06Z'],
    ['ce_type', 'com.parcel-events.tracking.event.ondelivered'],
  ])('is refused when %s names another event than the value', (name, text) => {
    expect(readTrackingEvent(messageOf({ ...MESSAGE.headers, [name]: text }))).toMatchObject({
      ok: false,
      detail: 'no tracking event: its headers name another event than its value',
    });
  });

  it('needs each of its headers', () => {
    for (const name of Object.keys(MESSAGE.headers)) {
      const { [name]: _, ...others } = MESSAGE.headers;
      expect(readTrackingEvent(messageOf(others))).toMatchObject({ detail: `no tracking event: the header ${name} is missing` });
    }
  });

  it('refuses a repeated header and a header that is not UTF-8', () => {
    expect(readTrackingEvent(messageOf({ ...MESSAGE.headers, ce_account: ['1', '2'] }))).toMatchObject({
      detail: 'no tracking event: the header ce_account comes more than once',
    });
    expect(readTrackingEvent(messageOf({ ...MESSAGE.headers, ce_time: Buffer.from([0xff]) }))).toMatchObject({
      detail: 'no tracking event: the header ce_time is not UTF-8',
    });
  });
});
