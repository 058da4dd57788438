import { describe, expect, it } from '@jest/globals';
import { documentNamed, documentOf } from './documents.js';

describe('the documents of the console', () => {
  it.each([
    ['/', 'console'],
    ['/parcels/$courier/$trackingNumber', 'where-is-my-webhook'],
    ['/receivers/new', 'receivers'],
    ['/access', 'tokens'],
  ])('the view %s links to the document %s', (route, name) => {
    expect(documentOf(route)).toBe(name);
  });

  it('include no other name', () => {
    expect([documentNamed('signatures'), documentNamed('domain'), documentNamed('__proto__')]).toEqual([
      'signatures',
      undefined,
      undefined,
    ]);
  });
});
