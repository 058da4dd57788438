import { describe, expect, it } from '@jest/globals';
import { slugOf, targetOf } from './document-links.js';

describe('the links of a document', () => {
  it.each([
    ['receivers.md#check-your-receiver', { kind: 'document', name: 'receivers', hash: 'check-your-receiver' }],
    ['#sessions', { kind: 'heading', hash: 'sessions' }],
    ['https://www.standardwebhooks.com', { kind: 'web', url: 'https://www.standardwebhooks.com' }],
    ['operations.md', { kind: 'none' }],
    ['../apps/console/src', { kind: 'none' }],
    ['javascript:alert(1)', { kind: 'none' }],
  ])('%s leads to %j', (url, target) => {
    expect(targetOf(url)).toEqual(target);
  });

  it.each([
    ['Send it again', 'send-it-again'],
    ['It came twice, out of order, or not as expected', 'it-came-twice-out-of-order-or-not-as-expected'],
    ['`GET /deliveries`', 'get-deliveries'],
  ])('name the heading “%s” %s', (heading, slug) => {
    expect(slugOf(heading)).toBe(slug);
  });
});
