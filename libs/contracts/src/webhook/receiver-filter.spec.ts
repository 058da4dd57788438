import { describe, expect, it } from '@jest/globals';
import { type FilteredEvent, NO_FILTER, type ReceiverFilter, refusedBy, wants } from './receiver-filter.js';

const returned: FilteredEvent = {
  event: 'onReturn',
  references: {
    courier: 'dhl',
    tracking_number: 'JD1',
    orderNo: 'A-1',
    client: 'shop',
    warehouse: 'WRO2',
    destination_country_iso3: 'AUT',
    language: 'de',
  },
  data: { delivery_location: 'ParcelShop', return_reason: 'NotCollected' },
};
const delayed: FilteredEvent = { ...returned, event: 'onDelay', data: { delivery_location: '', exception_code: 'Customs' } };
const unlabelled: FilteredEvent = { ...returned, references: { ...returned.references, client: '' } };

const filter = (lists: Partial<ReceiverFilter>): ReceiverFilter => ({ events: [], ...NO_FILTER, ...lists });

describe('a receiver', () => {
  it.each<[string, Partial<ReceiverFilter>, FilteredEvent, string | undefined]>([
    ['without lists', {}, returned, undefined],
    ['of the event', { events: ['onDelay', 'onReturn'] }, returned, undefined],
    ['of another event', { events: ['onDelay'] }, returned, 'events'],
    ['of an operational event', { events: ['receiver.failing'] }, returned, 'events'],
    ['of two clients', { clients: ['other', 'shop'] }, returned, undefined],
    ['of a client in other case', { clients: ['Shop'] }, returned, 'clients'],
    ['of a client, for a parcel without one', { clients: ['shop'] }, unlabelled, 'clients'],
    ['of the empty client', { clients: [''] }, unlabelled, undefined],
    ['of the empty client, for a parcel with one', { clients: [''] }, returned, 'clients'],
    ['of another courier', { couriers: ['gls'] }, returned, 'couriers'],
    ['of the country', { destinationCountries: ['AUT'] }, returned, undefined],
    ['of another country', { destinationCountries: ['DEU'] }, returned, 'destinationCountries'],
    ['of another warehouse', { warehouses: ['wro2'] }, returned, 'warehouses'],
    ['of another language', { languages: ['en'] }, returned, 'languages'],
    ['of the place', { deliveryLocations: ['ParcelShop'] }, returned, undefined],
    ['of another place', { deliveryLocations: ['Doorstep'] }, returned, 'deliveryLocations'],
    ['of a place, before one is known', { deliveryLocations: ['Doorstep'] }, delayed, undefined],
    ['of another reason', { returnReasons: ['Lost'] }, returned, 'returnReasons'],
    ['of a reason, for an event without one', { returnReasons: ['Lost'] }, delayed, undefined],
    ['of another exception', { exceptions: ['Damaged'] }, delayed, 'exceptions'],
    ['of an exception, for an event without one', { exceptions: ['Damaged'] }, returned, undefined],
    ['of which two lists refuse', { warehouses: ['X'], returnReasons: ['Lost'] }, returned, 'warehouses'],
    ['of which all lists allow', { couriers: ['dhl'], clients: ['shop'], returnReasons: ['NotCollected'] }, returned, undefined],
  ])('%s: %j', (_, lists, event, list) => {
    expect(refusedBy(filter(lists), event)).toBe(list);
    expect(wants(filter(lists), event)).toBe(list === undefined);
  });
});
