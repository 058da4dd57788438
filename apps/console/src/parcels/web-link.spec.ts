import { describe, expect, it } from '@jest/globals';
import { webLink } from './web-link.js';

describe('a link from a record', () => {
  it.each(['https://carrier.example/track/1', 'HTTP://carrier.example'])('%s is one', (text) => {
    expect(webLink(text)).toBe(text);
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', ' https://carrier.example', '/console/', 'https://'])('%j is none', (text) => {
    expect(webLink(text)).toBeUndefined();
  });
});
