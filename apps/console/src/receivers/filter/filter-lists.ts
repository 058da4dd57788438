// The lists of a receiver's filter in forms.
import { DELIVERY_LOCATIONS, EXCEPTIONS, RETURN_REASONS } from '../../api/vocabulary.js';
import { type Filter, FILTER_LISTS, type FilterList } from './wish.js';

/** The only values of these lists. */
export const CLOSED: Partial<Readonly<Record<FilterList, readonly string[]>>> = {
  deliveryLocations: DELIVERY_LOCATIONS,
  returnReasons: RETURN_REASONS,
  exceptions: EXCEPTIONS,
};

/** What a typed value must match. */
export const PATTERNS: Partial<Readonly<Record<FilterList, RegExp>>> = { destinationCountries: /^[A-Z]{3}$/, languages: /^[a-z]{2}$/ };

export const NO_FILTER: Filter = {
  couriers: [],
  destinationCountries: [],
  warehouses: [],
  languages: [],
  clients: [],
  deliveryLocations: [],
  returnReasons: [],
  exceptions: [],
};

/** Returns only the lists that differ, so that a colleague's changes of other lists stay. */
export function changedLists(before: Filter, after: Filter): Partial<Filter> {
  const changed = FILTER_LISTS.filter((list) => JSON.stringify(before[list]) !== JSON.stringify(after[list]));
  return Object.fromEntries(changed.map((list) => [list, after[list]]));
}
