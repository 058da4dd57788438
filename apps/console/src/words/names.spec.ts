import { describe, expect, it } from '@jest/globals';
import { countryName, courierName, languageName, plainName } from './names.js';

describe('names in place of codes', () => {
  it.each([
    ['ups', 'UPS'],
    ['dhl-germany', 'DHL'],
    ['royal-mail', 'Royal Mail'],
    ['acme-express', 'Acme Express'],
    ['', ''],
  ])('courier %s: %s', (code, name) => {
    expect(courierName(code)).toBe(name);
  });

  it.each([
    ['DEU', 'Germany'],
    ['aut', 'Austria'],
    ['GBR', 'United Kingdom'],
    ['XXX', 'XXX'],
    ['Germany', 'Germany'],
    ['', ''],
  ])('country %s: %s', (code, name) => {
    expect(countryName(code)).toBe(name);
  });

  it.each([
    ['de', 'German'],
    ['xx', 'xx'],
    ['German', 'German'],
    ['', ''],
  ])('language %s: %s', (code, name) => {
    expect(languageName(code)).toBe(name);
  });

  it.each([
    ['OutForDelivery', 'Out for delivery'],
    ['Delivered', 'Delivered'],
    ['unmapped', 'Unmapped'],
  ])('status %s: %s', (name, plain) => {
    expect(plainName(name)).toBe(plain);
  });
});
