import { describe, expect, it } from '@jest/globals';
import { webLink } from './web-link.js';

describe('a link from a record', () => {
  it.each(['https://carrier.example/track/1', 'HTTP://carrier.example'])('leads to the page %s', (text) => {
    expect(webLink(text)).toBe(text);
  });

  it.each([
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://carrier.example',
    '/console/',
    'https://',
    'https://user:pw@carrier.example/',
    'https://bank.example@evil.example/',
    'https://:pw@a.example/',
  ])('is left out for %j', (text) => {
    expect(webLink(text)).toBeUndefined();
  });
});
