import { zoneOfCountry } from './country-zones.js';

export const UTC = 'UTC';

export interface RecipientZone {
  readonly zone: string;
  /** True when neither the record nor the country names the zone: UTC is used and counted. */
  readonly isGuess: boolean;
}

/** Returns the zone of the record, else of the country, else UTC (domain D.7). */
export function recipientZone(recordZone: string | undefined, countryIso3: string): RecipientZone {
  const zone = recordZone ?? zoneOfCountry(countryIso3);
  return zone === undefined ? { zone: UTC, isGuess: true } : { zone, isGuess: false };
}
