import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Watermark } from './watermark.js';

describe('Watermark', () => {
  it('has nothing to commit before anything was read', () => {
    expect(new Watermark().due()).toBeUndefined();
  });

  it('stops at the lowest unfinished offset and jumps when it finishes', () => {
    const watermark = new Watermark();
    ['5', '6', '9'].forEach((offset) => watermark.start(offset));
    watermark.finish('6');
    expect(watermark.due()).toBe('5');
    watermark.finish('5');
    expect(watermark.due()).toBe('9');
    watermark.finish('9');
    expect(watermark.due()).toBe('10');
  });

  it('passes records that reach no handler, once all before them are finished', () => {
    const watermark = new Watermark();
    ['5', '6'].forEach((offset) => watermark.start(offset));
    watermark.passed('8');
    expect(watermark.due()).toBe('5');
    ['5', '6'].forEach((offset) => watermark.finish(offset));
    expect(watermark.due()).toBe('9');
    watermark.passed('7');
    expect(watermark.due()).toBe('9');
  });

  it('stays below left messages, and below unfinished messages that were read again', () => {
    const watermark = new Watermark();
    watermark.start('9');
    watermark.keep(6);
    expect(watermark.due()).toBe('6');
    watermark.start('6');
    watermark.keep(undefined);
    expect(watermark.due()).toBe('6');
    ['6', '9'].forEach((offset) => watermark.finish(offset));
    expect(watermark.due()).toBe('10');
  });

  it('is due only when it moved', () => {
    const watermark = new Watermark();
    watermark.start('1');
    watermark.finish('1');
    watermark.markCommitted('2');
    expect(watermark.due()).toBeUndefined();
  });

  it('never passes an unfinished offset, in whatever order offsets finish', () => {
    const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(offsets, fc.integer({ min: 0, max: 40 }), fc.infiniteStream(fc.nat()), (all, finished, order) => {
        const watermark = new Watermark();
        const sorted = all.toSorted((a, b) => a - b);
        sorted.forEach((offset) => watermark.start(String(offset)));
        const open = new Set(sorted);
        for (const pick of order.take(finished)) {
          if (open.size === 0) break;
          const offset = [...open][pick % open.size]!;
          open.delete(offset);
          watermark.finish(String(offset));
        }
        const expected = open.size === 0 ? sorted.at(-1)! + 1 : Math.min(...open);
        expect(watermark.due()).toBe(String(expected));
      }),
    );
  });
});
