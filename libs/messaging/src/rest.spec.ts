import { describe, expect, it } from '@jest/globals';
import { restMs } from './rest.js';

const CALL = { messages: 10, tookMs: 4, cycleMs: 10, hasMore: false };

describe('the rest after a call', () => {
  it('is twice as long as the call', () => {
    expect(restMs(CALL)).toBe(8);
  });

  it('never holds a message up for long', () => {
    expect(restMs({ ...CALL, messages: 99, tookMs: 200, cycleMs: 200 })).toBe(60);
  });

  it('is none where few messages come', () => {
    expect(restMs({ ...CALL, messages: 2 })).toBe(0);
  });

  it('is none after many', () => {
    expect(restMs({ ...CALL, messages: 100, tookMs: 30, cycleMs: 30 })).toBe(0);
  });

  it('is none while there is a backlog, however little of it a fetch brings', () => {
    expect(restMs({ ...CALL, hasMore: true })).toBe(0);
  });
});
