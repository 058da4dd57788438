import { describe, expect, it } from '@jest/globals';
import { DueHeads } from './due-heads.js';

describe('DueHeads', () => {
  it('returns the earliest due time of all partitions, as last seen', () => {
    const heads = new DueHeads();
    expect(heads.oldestMs).toBeUndefined();
    heads.seen(0, 300);
    heads.seen(1, 200);
    expect(heads.oldestMs).toBe(200);
    heads.seen(1, Infinity);
    expect(heads.oldestMs).toBe(300);
  });

  it('forgets partitions when they move', () => {
    const heads = new DueHeads();
    heads.seen(0, 300);
    heads.forget();
    expect(heads.oldestMs).toBeUndefined();
  });
});
