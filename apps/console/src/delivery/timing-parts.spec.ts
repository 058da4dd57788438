import { describe, expect, it } from '@jest/globals';
import { isReused, timingParts } from './timing-parts.js';

const NONE = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 };

describe('the times of one attempt', () => {
  it('shows the phases that took place, and the rest of the total', () => {
    expect(timingParts({ dnsMs: 5, connectMs: 10, tlsMs: 15, firstByteMs: 60, totalMs: 100 })).toEqual([
      { phase: 'dns', ms: 5, percent: 5 },
      { phase: 'connect', ms: 10, percent: 10 },
      { phase: 'tls', ms: 15, percent: 15 },
      { phase: 'firstByte', ms: 60, percent: 60 },
      { phase: 'rest', ms: 10, percent: 10 },
    ]);
  });

  it('has no rest if the rounded phases exceed the total', () => {
    expect(timingParts({ ...NONE, firstByteMs: 3, totalMs: 2 })).toEqual([{ phase: 'firstByte', ms: 3, percent: 100 }]);
  });

  it('does not divide by zero', () => {
    expect(timingParts({ ...NONE, connectMs: 0 })).toEqual([{ phase: 'connect', ms: 0, percent: 0 }]);
  });

  it('tells a connection that was open already from a failed one', () => {
    expect([isReused({ ...NONE, firstByteMs: 3 }), isReused(NONE)]).toEqual([true, false]);
  });
});
