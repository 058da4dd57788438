import { describe, expect, it } from '@jest/globals';
import { JustBegun } from './just-begun.js';

/** To a receiver each, or all to the one that is named. */
const many = (posts: JustBegun, count: number, nowMs: number, receiverId?: string): (() => void)[] =>
  Array.from({ length: count }, (_, index) => posts.begin(receiverId ?? `receiver ${index}`, nowMs));

describe('POSTs just begun', () => {
  it('are enough at 64, until one of them ends', () => {
    const posts = new JustBegun();
    const [first, ...others] = many(posts, 64, 0);
    expect(posts.areEnough(10)).toBe(true);
    first!();
    first!();
    expect(posts.areEnough(10)).toBe(false);
    posts.begin('another', 10);
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
    posts.begin('another', 102);
    expect(posts.areEnough(102)).toBe(true);
  });
});

describe('POSTs just begun to one receiver', () => {
  it('are enough at two, until one of them ends', () => {
    const posts = new JustBegun();
    const [first] = many(posts, 1, 0, 'one');
    expect(posts.areEnoughFor('one', 0, 10)).toBe(false);
    posts.begin('one', 0);
    expect(posts.areEnoughFor('one', 0, 10)).toBe(true);
    expect(posts.areEnoughFor('another', 0, 10)).toBe(false);
    first!();
    first!();
    expect(posts.areEnoughFor('one', 0, 10)).toBe(false);
  });

  it('may be a quarter as many as wait', () => {
    const posts = new JustBegun();
    many(posts, 10, 0, 'one');
    expect(posts.areEnoughFor('one', 40, 10)).toBe(true);
    expect(posts.areEnoughFor('one', 41, 10)).toBe(false);
  });

  it('do not count for long', () => {
    const posts = new JustBegun();
    many(posts, 2, 0, 'one');
    expect(posts.areEnoughFor('one', 0, 100)).toBe(true);
    expect(posts.areEnoughFor('one', 0, 101)).toBe(false);
  });
});
