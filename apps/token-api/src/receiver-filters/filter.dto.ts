// The filter of a receiver: lists of allowed values, by the content of events.
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  CLOSED_FILTER_LISTS,
  type ContentFilter,
  FILTER_LISTS,
  type FilterList,
  MAX_REFERENCE_CHARS,
  WEBHOOK_EVENT_NAMES,
} from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { closest } from 'fastest-levenshtein';
import { withoutLimits } from '../validation/field.decorator.js';
import { choice, invalid, listOf, objectOf, type Rule, ruleOf, text } from '../validation/field-rules.js';

/** The most values in all lists of one receiver together. */
export const MOST_VALUES = 1000;

/** A text of a reference. */
const reference = text({ max: MAX_REFERENCE_CHARS });

const matching = (pattern: RegExp, detail: string): Rule =>
  ruleOf({ type: 'string', pattern: pattern.source }, (value) => {
    if (typeof value !== 'string') return invalid('Not a valid string.');
    return pattern.test(value) ? [] : invalid(detail);
  });

/** Also names the word that was probably meant. */
function wordOf(words: readonly string[]): Rule {
  const rule = choice(words);
  return ruleOf(rule.schema, (value) =>
    rule(value).map((fault) =>
      fault.name === 'invalidChoice' ? { ...fault, detail: `${fault.detail} The nearest is ${nearest(String(value), words)}.` } : fault,
    ),
  );
}

/** Case is no difference: a word in other case is meant. */
const nearest = (text: string, words: readonly string[]): string => {
  const lower = words.map((word) => word.toLowerCase());
  return words[lower.indexOf(closest(text.slice(0, MAX_REFERENCE_CHARS).toLowerCase(), lower))]!;
};

function list(description: string, rule: Rule): Rule {
  const values = listOf(rule, MOST_VALUES);
  return ruleOf({ ...values.schema, description }, values);
}

const LISTS: Readonly<Record<FilterList, Rule>> = {
  couriers: list('Carriers (`references.courier`).', reference),
  destinationCountries: list(
    'Countries of destination (`references.destination_country_iso3`): ISO 3166-1 alpha-3.',
    matching(/^[A-Z]{3}$/, 'Must be three capital letters (ISO 3166-1 alpha-3), such as DEU.'),
  ),
  warehouses: list('Warehouses (`references.warehouse`); `""` = parcels without a warehouse.', reference),
  languages: list(
    'Languages of the texts (`references.language`): ISO 639-1.',
    matching(/^[a-z]{2}$/, 'Must be two small letters (ISO 639-1), such as de.'),
  ),
  clients: list('Shops (`references.client`); `""` = parcels without a shop.', reference),
  deliveryLocations: list(
    'Places of hand-over (`data.delivery_location`). An event whose place is not known yet (`""`) passes.',
    wordOf(CLOSED_FILTER_LISTS.deliveryLocations),
  ),
  returnReasons: list(
    'Reasons of returns (`data.return_reason`). An event without this field passes.',
    wordOf(CLOSED_FILTER_LISTS.returnReasons),
  ),
  exceptions: list(
    'Reasons of delays (`data.exception_code`). An event without this field passes.',
    wordOf(CLOSED_FILTER_LISTS.exceptions),
  ),
};

/** The events that a receiver names. */
export const eventNames = listOf(choice(WEBHOOK_EVENT_NAMES), WEBHOOK_EVENT_NAMES.length * 2);

/** Some lists of a filter. */
export const filterRule = objectOf(Object.fromEntries(FILTER_LISTS.map((name) => [name, { rule: LISTS[name], isOptional: true }])));

/** All lists of a filter; an empty list allows all values. */
@ApiSchema({ name: 'ReceiverFilter' })
export class FilterView implements ContentFilter {
  readonly couriers: readonly string[];
  readonly destinationCountries: readonly string[];
  readonly warehouses: readonly string[];
  readonly languages: readonly string[];
  readonly clients: readonly string[];
  readonly deliveryLocations: readonly string[];
  readonly returnReasons: readonly string[];
  readonly exceptions: readonly string[];
}

for (const name of FILTER_LISTS) ApiProperty(withoutLimits(LISTS[name].schema))(FilterView.prototype, name);

/** Returns the given lists, each value once. */
export const givenLists = (filter: Partial<ContentFilter>): Partial<Record<FilterList, string[]>> =>
  Object.fromEntries(FILTER_LISTS.flatMap((name) => (filter[name] === undefined ? [] : [[name, [...new Set(filter[name])]]])));

/** The number of values in all lists. */
export const valuesIn = (lists: Partial<ContentFilter>): number =>
  FILTER_LISTS.reduce((count, name) => count + (lists[name]?.length ?? 0), 0);

/** @throws ApiError invalid when one receiver may not have so many values */
export function refuseTooMany(values: number): void {
  if (values <= MOST_VALUES) return;
  const detail = `The lists would have ${values} values together and may have ${MOST_VALUES}: remove some, or make a second receiver.`;
  throw ApiError.ofFields([{ name: 'invalid', attr: 'filter', detail }]);
}
