import { describe, expect, it } from '@jest/globals';
import { documentNamed, documentOf, slugOf, targetOf } from './documents.js';

describe('the documents of the console', () => {
  it.each([
    ['/', 'console'],
    ['/parcels/$courier/$trackingNumber', 'where-is-my-webhook'],
    ['/receivers/new', 'receivers'],
    ['/access', 'tokens'],
  ])('%s leads to %s', (route, name) => {
    expect(documentOf(route)).toBe(name);
  });

  it.each([
    ['receivers.md#check-your-receiver', { kind: 'document', name: 'receivers', hash: 'check-your-receiver' }],
    ['#sessions', { kind: 'heading', hash: 'sessions' }],
    ['https://www.standardwebhooks.com', { kind: 'web', url: 'https://www.standardwebhooks.com' }],
    ['operations.md', { kind: 'none' }],
    ['../apps/console/src', { kind: 'none' }],
    ['javascript:alert(1)', { kind: 'none' }],
  ])('a link to %s: %j', (url, target) => {
    expect(targetOf(url)).toEqual(target);
  });

  it.each([
    ['Send it again', 'send-it-again'],
    ['It came, but not as expected', 'it-came-but-not-as-expected'],
    ['`GET /deliveries`', 'get-deliveries'],
  ])('the heading “%s” is named %s', (heading, slug) => {
    expect(slugOf(heading)).toBe(slug);
  });

  it('knows no other file', () => {
    expect([documentNamed('signatures'), documentNamed('domain'), documentNamed('__proto__')]).toEqual([
      'signatures',
      undefined,
      undefined,
    ]);
  });
});
