import { describe, expect, it } from '@jest/globals';
import { placeOf } from './place.js';

describe('the address of the console', () => {
  it.each([
    ['/console/', '', '/console'],
    ['/console/deliveries/x', '', '/console'],
    ['/webhooks/console/access', '/webhooks', '/webhooks/console'],
  ])('%s', (pathname, prefix, consolePath) => {
    expect(placeOf({ origin: 'https://a.example', pathname })).toEqual({ apiUrl: `https://a.example${prefix}`, consolePath });
  });
});
