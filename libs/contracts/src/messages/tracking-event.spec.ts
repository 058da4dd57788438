import { describe, expect, it } from '@jest/globals';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { parseTrackingEvent, serialiseTrackingEvent, trackingEventFault } from './tracking-event.js';

const EVENT = trackingEvent({ account: 1 });

describe('tracking-event/1', () => {
  it('comes back from the topic as it went', () => {
    expect(parseTrackingEvent(Buffer.from(serialiseTrackingEvent(EVENT)))).toEqual(EVENT);
  });

  const withDepth = (levels: number): Buffer =>
    Buffer.from(serialiseTrackingEvent(EVENT).replace('"data":{', `"data":{"deep":${'['.repeat(levels)}${']'.repeat(levels)},`));

  it('nested deeper than anything can be that is one is none: what walks it would overflow', () => {
    expect(parseTrackingEvent(withDepth(29))).toBeDefined();
    for (const levels of [30, 20_000]) expect(parseTrackingEvent(withDepth(levels))).toBeUndefined();
  });

  it.each([
    [null, 'no tracking-event/1: the value is no JSON object'],
    [Buffer.from('['), 'no tracking-event/1: the value is no JSON object'],
    [Buffer.from('{"schema":"tracking-event/2"}'), 'no tracking-event/1: the field schema does not name it'],
    [Buffer.from('{"schema":"tracking-event/1"}'), 'no tracking-event/1: a field is missing, or is not what it must be'],
    [withDepth(20_000), 'no tracking-event/1: nested deeper than 32 levels'],
  ])('its dead letter says why it is none', (value, why) => {
    expect(parseTrackingEvent(value)).toBeUndefined();
    expect(trackingEventFault(value)).toBe(why);
  });
});
