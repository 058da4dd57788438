import { describe, expect, it } from '@jest/globals';
import { restMs } from './rest.js';

describe('the rest after a call', () => {
  it('is twice as long as the call', () => {
    expect(restMs({ messages: 10, tookMs: 4, cycleMs: 10 })).toBe(8);
  });

  it('never holds a message up for long', () => {
    expect(restMs({ messages: 99, tookMs: 200, cycleMs: 200 })).toBe(60);
  });

  it('is none where few messages come', () => {
    expect(restMs({ messages: 2, tookMs: 4, cycleMs: 10 })).toBe(0);
  });

  it('is none while there is a backlog', () => {
    expect(restMs({ messages: 100, tookMs: 30, cycleMs: 30 })).toBe(0);
  });
});
