import type { Schemas } from '../api/schemas.js';
import type { ShopperText } from './parcel-entries.js';

/** What the shopper reads of each event, by eventid. */
export const shopperTextsOf = (events: readonly Schemas['Event'][]): ReadonlyMap<string, ShopperText> =>
  new Map(events.map(({ eventid, payload }) => [eventid, shopperText(payload)]));

function shopperText(payload: Schemas['Event']['payload']): ShopperText {
  // the payload has one branch for each event, and all have these fields
  const { data, references } = payload as unknown as Pick<Schemas['OnCreatedWebhook'], 'data' | 'references'>;
  return {
    language: references.language,
    short: data.delivery_status_locale_short,
    long: data.delivery_status_locale_long,
    expected: data.expected_delivery_date_formatted,
  };
}
