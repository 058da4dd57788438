import { FILTER_LISTS, type FilterList } from '#libs/contracts';

/** The columns of table receiver that keep the lists of its filter. */
export const FILTER_COLUMNS: Readonly<Record<FilterList, string>> = {
  couriers: 'couriers',
  destinationCountries: 'destination_countries',
  warehouses: 'warehouses',
  languages: 'languages',
  clients: 'clients',
  deliveryLocations: 'delivery_locations',
  returnReasons: 'return_reasons',
  exceptions: 'exceptions',
};

/** SQL that selects the lists of a filter by their names. */
export const FILTER_FIELDS = FILTER_LISTS.map((list) => `${FILTER_COLUMNS[list]} AS "${list}"`).join(', ');

/** SQL for the number of values in all lists of a receiver. */
export const FILTER_SIZE = FILTER_LISTS.map((list) => `cardinality(${FILTER_COLUMNS[list]})`).join(' + ');
