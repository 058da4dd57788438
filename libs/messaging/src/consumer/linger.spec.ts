import { describe, expect, it } from '@jest/globals';
import { lingerMs } from './linger.js';

const MANY_COME = { messages: 10, tookMs: 4, cycleMs: 10, hasMore: false };
const SOME_COME = { ...MANY_COME, messages: 2 };

describe('the linger after a call', () => {
  it('is twice as long as the call where many messages come', () => {
    expect(lingerMs(MANY_COME)).toBe(8);
  });

  it('is as long as the call where some come', () => {
    expect(lingerMs(SOME_COME)).toBe(4);
  });

  it('is none where few come', () => {
    expect(lingerMs({ ...SOME_COME, cycleMs: 21 })).toBe(0);
  });

  it('delays a message only briefly, and less where fewer come', () => {
    expect(lingerMs({ ...MANY_COME, messages: 99, tookMs: 200, cycleMs: 200 })).toBe(60);
    expect(lingerMs({ ...SOME_COME, messages: 40, tookMs: 200, cycleMs: 200 })).toBe(10);
  });

  it('is none after many', () => {
    expect(lingerMs({ ...MANY_COME, messages: 100, tookMs: 30, cycleMs: 30 })).toBe(0);
  });

  it('is none while there is a backlog, however small a fetch is', () => {
    expect(lingerMs({ ...MANY_COME, hasMore: true })).toBe(0);
  });
});
