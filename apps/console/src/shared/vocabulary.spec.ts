import { describe, expect, it } from '@jest/globals';
import { plainName } from './vocabulary.js';

describe('the plain name of a status', () => {
  it.each([
    ['OutForDelivery', 'Out for delivery'],
    ['Delivered', 'Delivered'],
    ['unmapped', 'Unmapped'],
  ])('%s: %s', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });
});
