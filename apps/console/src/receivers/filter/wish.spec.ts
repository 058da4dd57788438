import { describe, expect, it } from '@jest/globals';
import { NO_FILTER } from './filter-lists.js';
import { type Filter, wishOf } from './wish.js';

describe('what a receiver wants, in one line', () => {
  it.each<[string, Parameters<typeof wishOf>[0]['events'], Partial<Filter>, string | undefined]>([
    ['every parcel event', [], {}, undefined],
    ['some events', ['onDelivered', 'onReturn'], {}, 'onDelivered, onReturn'],
    ['lists in words', [], { couriers: ['dhl-germany'], destinationCountries: ['AUT'] }, 'Courier: DHL · Destination country: Austria'],
    ['long lists', [], { languages: ['de', 'en', 'fr', 'it', 'nl'] }, 'Language: German, English, French +2'],
    [
      'the empty value',
      ['onReturn'],
      { clients: [''], returnReasons: ['NotCollected'] },
      'onReturn · Client: (none) · Return reason: Not collected',
    ],
    ['what has no name', [], { destinationCountries: ['XKX'], warehouses: ['WRO2'] }, 'Destination country: XKX · Warehouse: WRO2'],
  ])('%s', (_, events, filter, line) => {
    expect(wishOf({ events, filter: { ...NO_FILTER, ...filter } })).toBe(line);
  });
});
