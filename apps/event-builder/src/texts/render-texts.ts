import type { DeliveryLocation, EventName, ExpectedDelivery } from '#libs/contracts';
import type { ScanFacts } from '../consignment/consignment.js';
import { localDay } from '../consignment/local-day.js';
import { type Catalogue, type LongTextArguments, formatText, WORDINGS } from './catalogue.js';
import { type DateContext, dateLocale, dateText, etaText } from './date-texts.js';
import { aliasOf, effectiveLanguage, type Languages } from './languages.js';

export interface TextRequest {
  readonly event: EventName;
  /** references.language */
  readonly language: string;
  readonly clientDefault: string | undefined;
  /** references.destination_country_iso3: dates are written as in this country. */
  readonly country: string;
  readonly facts: ScanFacts;
  readonly expectedDelivery: ExpectedDelivery | null;
  readonly deliveryLocation: DeliveryLocation | '';
  readonly happenedAtMs: number;
  readonly zone: string;
}

export interface Texts {
  /** delivery_status_locale_short */
  readonly short: string;
  /** delivery_status_locale_long */
  readonly long: string;
  /** expected_delivery_date_formatted; '' when no reliable date is known. */
  readonly expectedDelivery: string;
  /** True when the requested language has no texts yet. */
  readonly isFallback: boolean;
}

/** Returns the three localized fields of one event (spec: Data). */
export function renderTexts(request: TextRequest, languages: Languages): Texts {
  const { catalogue, isFallback } = effectiveLanguage(request.language, request.clientDefault, languages);
  const wording = wordingOf(request);
  return {
    short: formatText(catalogue, `status.${wording}.short`),
    long: formatText(catalogue, `status.${wording}.long`, longTextArguments(request, catalogue)),
    expectedDelivery: etaIn(request, datesIn(dateLanguage(request, catalogue), request, catalogue)),
    isFallback,
  };
}

/** Returns the language of dates: a language without texts can have its own dates already (domain, edge case 33). */
function dateLanguage({ language, country }: TextRequest, catalogue: Catalogue): string {
  const spoken = aliasOf(language);
  return dateLocale(spoken, country) === undefined ? catalogue.language : spoken;
}

/**
 * Returns which texts of the catalogue apply. They follow the status, unless the event or the reason says more; `delivery_status` never
 * changes.
 */
function wordingOf({ event, facts: { status, exceptionCode, returnReason } }: TextRequest): string {
  // This event carries the status of the latest scan, for example Packed, which says nothing about the delay.
  if (event === 'onInternalDelay') return 'WarehouseDelay';
  const reason = exceptionCode ?? returnReason;
  if (reason === undefined) return status;
  const ofReason = `${status}.${reason}`;
  return WORDINGS.has(ofReason) ? ofReason : status;
}

function datesIn(language: string, { country, happenedAtMs, zone }: TextRequest, catalogue: Catalogue): DateContext {
  const locale = dateLocale(language, country) ?? catalogue.language;
  return { catalogue, locale, currentYear: localDay(happenedAtMs, zone).slice(0, 4) };
}

const etaIn = ({ expectedDelivery }: TextRequest, dates: DateContext): string =>
  expectedDelivery === null ? '' : etaText(expectedDelivery, dates);

function longTextArguments(request: TextRequest, catalogue: Catalogue): LongTextArguments {
  const { facts } = request;
  const dates = datesIn(catalogue.language, request, catalogue);
  const expected = etaIn(request, dates);
  const eta = mention(expected === '' ? '' : formatText(catalogue, 'eta.label', { eta: expected }));
  const date = deliveryDate(request, dates);
  const place = placeText(request, catalogue);
  const location = mention(facts.location);
  const info = mention(facts.information);
  const pickup = mention(facts.pickup?.address);
  const reason = mention(reasonText(facts, catalogue));
  const next = mention(facts.nextAction && formatText(catalogue, `next_action.${facts.nextAction}`));
  // Written out: building the object from computed names takes as long as the rest of the text.
  return {
    hasEta: has(eta),
    eta,
    hasDate: has(date),
    date,
    hasPlace: has(place),
    place,
    hasLocation: has(location),
    location,
    hasInfo: has(info),
    info,
    hasPickup: has(pickup),
    pickup,
    hasReason: has(reason),
    reason,
    hasNext: has(next),
    next,
  };
}

const has = (shown: string): string => (shown === '' ? 'no' : 'yes');

/** The day of the scan in the recipient's zone. The event itself can be newer: onUpdated repeats the status of an earlier scan. */
const deliveryDate = ({ facts: { status, occurredAtMs }, zone }: TextRequest, dates: DateContext): string =>
  status === 'Delivered' ? dateText(localDay(occurredAtMs, zone), dates) : '';

const placeText = ({ deliveryLocation: place }: TextRequest, catalogue: Catalogue): string =>
  place === '' || place === 'Unknown' ? '' : formatText(catalogue, `delivery_location.${place}`);

/** Returns '' when the status text already names the reason. */
function reasonText({ exceptionCode, returnReason }: ScanFacts, catalogue: Catalogue): string {
  if (exceptionCode !== undefined) return formatText(catalogue, `exception.${exceptionCode}`);
  if (returnReason === undefined || returnReason === 'Unknown' || WORDINGS.has(`Return.${returnReason}`)) return '';
  return formatText(catalogue, `return_reason.${returnReason}`);
}

const MOST_CHARS = 120;
const ENDING = new Set(['.', ' ']);

/** Prepares a carrier's text for a sentence of a catalogue: one line, no full stop, cut to a readable length. */
const mention = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : shortened(withoutFullStop(text.replace(/\s+/gu, ' ')));

/** Uses a loop: `/[.\s]+$/` would read a run of n dots n times, and a carrier's text may hold 250,000 dots. */
function withoutFullStop(text: string): string {
  let end = text.length;
  while (end > 0 && ENDING.has(text.charAt(end - 1))) end--;
  return text.slice(0, end).trim();
}

/** Counts characters only when there may be too many. */
function shortened(line: string): string {
  if (line.length <= MOST_CHARS) return line;
  const chars = [...line];
  return chars.length > MOST_CHARS ? `${chars.slice(0, MOST_CHARS - 1).join('')}…` : line;
}
