// What a receiver wants, in words.
import type { Schemas, WebhookEventName } from '../../api/schemas.js';
import { countryName, courierName, languageName, plainName } from '../../words/names.js';
import { receiversWords } from '../../words/receivers.words.js';

export type Filter = Schemas['ReceiverFilter'];
export type FilterList = keyof Filter;

const words = receiversWords.filter;

const asItIs = (value: string): string => (value === '' ? words.empty : value);

/** How a person reads a value, by list, in the order of the form. */
export const NAME_OF: Readonly<Record<FilterList, (value: string) => string>> = {
  couriers: courierName,
  destinationCountries: countryName,
  warehouses: asItIs,
  languages: languageName,
  clients: asItIs,
  deliveryLocations: plainName,
  returnReasons: plainName,
  exceptions: plainName,
};

export const FILTER_LISTS = Object.keys(NAME_OF) as readonly FilterList[];

const MOST_NAMED = 3;

/** `DHL, GLS, UPS +2` */
function namesOf(values: readonly string[], nameOf: (value: string) => string): string {
  const named = values.slice(0, MOST_NAMED).map(nameOf).join(', ');
  return values.length > MOST_NAMED ? words.more(named, values.length - MOST_NAMED) : named;
}

/** Returns what a receiver wants in one line: `onDelivered, onReturn · Courier: DHL, GLS`; undefined = every parcel event. */
export function wishOf({ events, filter }: { readonly events: readonly WebhookEventName[]; readonly filter: Filter }): string | undefined {
  const lists = FILTER_LISTS.filter((list) => filter[list].length > 0).map(
    (list) => `${words.lists[list]}: ${namesOf(filter[list], NAME_OF[list])}`,
  );
  const parts = [...(events.length > 0 ? [namesOf(events, String)] : []), ...lists];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
