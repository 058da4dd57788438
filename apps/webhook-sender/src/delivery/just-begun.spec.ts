import { describe, expect, it } from '@jest/globals';
import { JustBegun } from './just-begun.js';

const many = (posts: JustBegun, count: number, nowMs: number): (() => void)[] => Array.from({ length: count }, () => posts.begin(nowMs));

describe('POSTs just begun', () => {
  it('are enough at 64, until one of them ends', () => {
    const posts = new JustBegun();
    const [first, ...others] = many(posts, 64, 0);
    expect(posts.areEnough(10)).toBe(true);
    first!();
    first!();
    expect(posts.areEnough(10)).toBe(false);
    posts.begin(10);
    expect(posts.areEnough(10)).toBe(true);
    others.forEach((end) => end());
    expect(posts.areEnough(10)).toBe(false);
  });

  it('do not count for long: receivers that hang keep nobody from beginning', () => {
    const posts = new JustBegun();
    const hanging = many(posts, 500, 0);
    expect(posts.areEnough(100)).toBe(true);
    expect(posts.areEnough(101)).toBe(false);
    many(posts, 63, 101);
    hanging.forEach((end) => end());
    expect(posts.areEnough(102)).toBe(false);
    posts.begin(102);
    expect(posts.areEnough(102)).toBe(true);
  });
});
