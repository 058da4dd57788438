import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentNamed, documentOf, DOCUMENTS } from './documents.js';

describe('the documents of the console', () => {
  it.each([
    ['/', 'console'],
    ['/parcels/$courier/$trackingNumber', 'where-is-my-webhook'],
    ['/receivers/new', 'receivers'],
    ['/access', 'tokens'],
  ])('the view %s links to the document %s', (route, name) => {
    expect(documentOf(route)).toBe(name);
  });

  it('are the files that the page loads', () => {
    const view = readFileSync(join(import.meta.dirname, '../help/help-view.tsx'), 'utf8');
    const [, names = ''] = /docs\/\{([^}]+)\}\.md/.exec(view) ?? [];
    expect(names.split(',').toSorted()).toEqual(DOCUMENTS.toSorted());
  });

  it('include no other name', () => {
    expect([documentNamed('signatures'), documentNamed('domain'), documentNamed('__proto__')]).toEqual([
      'signatures',
      undefined,
      undefined,
    ]);
  });
});
