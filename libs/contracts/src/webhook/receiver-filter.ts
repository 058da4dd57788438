import { DELIVERY_LOCATIONS, EXCEPTION_CODES, RETURN_REASONS } from '../vocabulary.js';
import type { WebhookEventName } from './operational-event.js';
import type { WebhookData, WebhookPayload } from './payload.js';

/** The parts of an event that a filter judges. */
export interface FilteredEvent extends Pick<WebhookPayload, 'event' | 'references'> {
  readonly data: Pick<WebhookData, 'delivery_location' | 'return_reason' | 'exception_code'>;
}

/** Lists of allowed values, in the order in which they are judged. Each returns the value of an event; undefined = the event has none and passes. */
const VALUE_IN = {
  couriers: ({ references }) => references.courier,
  destinationCountries: ({ references }) => references.destination_country_iso3,
  warehouses: ({ references }) => references.warehouse,
  languages: ({ references }) => references.language,
  clients: ({ references }) => references.client,
  /** "" = not known yet. */
  deliveryLocations: ({ data }) => data.delivery_location || undefined,
  returnReasons: ({ data }) => data.return_reason,
  exceptions: ({ data }) => data.exception_code,
} as const satisfies Record<string, (event: FilteredEvent) => string | undefined>;

export type FilterList = keyof typeof VALUE_IN;
export const FILTER_LISTS = Object.keys(VALUE_IN) as readonly FilterList[];

/** These lists have the words of the specification. The other lists take what records say. */
export const CLOSED_FILTER_LISTS = {
  deliveryLocations: DELIVERY_LOCATIONS,
  returnReasons: RETURN_REASONS,
  exceptions: EXCEPTION_CODES,
} as const satisfies Partial<Record<FilterList, readonly string[]>>;

/** Allowed values. An empty list allows all. */
export type ContentFilter = Readonly<Record<FilterList, readonly string[]>>;

/** The part of a receiver's configuration that selects its events. An operational event passes every list but `events`. */
export interface ReceiverFilter extends ContentFilter {
  /** Empty = the eleven. An operational event goes only to receivers that name it. */
  readonly events: readonly WebhookEventName[];
}

/** A list of a receiver that may keep an event from it. */
export type RefusingList = 'events' | FilterList;

/** True when the event is for the receiver. */
export const wants = (receiver: ReceiverFilter, event: FilteredEvent): boolean => refusedBy(receiver, event) === undefined;

/**
 * Returns the list that keeps the event from the receiver; undefined = the event is for the receiver. Sending, explaining, previews and the
 * search for missing deliveries all use this function.
 */
export function refusedBy(receiver: ReceiverFilter, event: FilteredEvent): RefusingList | undefined {
  if (receiver.events.length > 0 && !receiver.events.includes(event.event)) return 'events';
  return FILTER_LISTS.find((list) => receiver[list].length > 0 && !allows(receiver[list], filteredValue(list, event)));
}

const allows = (values: readonly string[], value: string | undefined): boolean => value === undefined || values.includes(value);

/** Returns what the list compares; undefined = the event passes this list. */
export const filteredValue = (list: FilterList, event: FilteredEvent): string | undefined => VALUE_IN[list](event);

/** Returns only what a filter judges, so that long texts of the payload can be dropped. */
export const toFilteredEvent = ({ event, references, data }: FilteredEvent): FilteredEvent => ({
  event,
  references,
  data: { delivery_location: data.delivery_location, return_reason: data.return_reason, exception_code: data.exception_code },
});

/** Returns the lists of an object that has more than them. */
export const contentFilterOf = (from: ContentFilter): ContentFilter =>
  Object.fromEntries(FILTER_LISTS.map((list) => [list, from[list]])) as ContentFilter;

/** Lets every event pass. */
export const NO_FILTER = Object.fromEntries(FILTER_LISTS.map((list) => [list, []])) as unknown as Readonly<
  Record<FilterList, readonly never[]>
>;
