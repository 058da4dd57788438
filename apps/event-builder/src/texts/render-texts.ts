import type { DeliveryLocation, DeliveryStatus, ExpectedDelivery, ReturnReason } from '#libs/contracts';
import type { ScanFacts } from '../consignment/consignment.js';
import { localDay } from '../consignment/local-day.js';
import { type Catalogue, type LongTextArguments, say } from './catalogue.js';
import { dateLocale, etaText } from './date-texts.js';
import { aliasOf, effectiveLanguage, type Languages } from './languages.js';

export interface TextRequest {
  /** references.language */
  readonly language: string;
  readonly clientDefault: string | undefined;
  /** references.destination_country_iso3: dates are written as people there write them. */
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
  /** The language asked for has no texts yet. */
  readonly isFallback: boolean;
}

/** The three localized fields of one event (spec: Data). */
export function renderTexts(request: TextRequest, languages: Languages): Texts {
  const { catalogue, isFallback } = effectiveLanguage(request.language, request.clientDefault, languages);
  const { status } = request.facts;
  return {
    short: say(catalogue, `status.${status}.short`),
    long: isLoss(request.facts.returnReason) ? lossText(request.facts.returnReason, catalogue) : longText(request, catalogue),
    expectedDelivery: etaIn(catalogue, dateLanguage(request, catalogue), request),
    isFallback,
  };
}

/** A language whose texts are still to come can have its dates already (domain, edge case 33). */
function dateLanguage({ language, country }: TextRequest, catalogue: Catalogue): string {
  const spoken = aliasOf(language);
  return dateLocale(spoken, country) === undefined ? catalogue.language : spoken;
}

function etaIn(catalogue: Catalogue, language: string, { country, expectedDelivery, happenedAtMs, zone }: TextRequest): string {
  if (expectedDelivery === null) return '';
  const locale = dateLocale(language, country) ?? catalogue.language;
  return etaText(expectedDelivery, { catalogue, locale, currentYear: localDay(happenedAtMs, zone).slice(0, 4) });
}

function longText(request: TextRequest, catalogue: Catalogue): string {
  const { facts } = request;
  const date = etaIn(catalogue, catalogue.language, request);
  const eta = mention(date === '' ? '' : say(catalogue, 'eta.label', { eta: date }));
  const location = mention(locationText(request, catalogue));
  const info = mention(facts.information);
  const pickup = mention(facts.pickup?.address);
  const reason = mention(reasonText(facts, catalogue));
  const next = mention(facts.nextAction && say(catalogue, `next_action.${facts.nextAction}`));
  // Written out: made of six objects by names that are computed, it took as long as all the rest of a text.
  const values: LongTextArguments = {
    hasEta: has(eta),
    eta,
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
  return say(catalogue, `status.${facts.status}.long`, values);
}

const has = (shown: string): string => (shown === '' ? 'no' : 'yes');

/** Where a parcel is handed over, not where it was scanned, is the place that counts. */
const HANDED_OVER: readonly DeliveryStatus[] = ['Delivered', 'PartiallyDelivered'];
/** The scan's own place is the depot it leaves, never the place of delivery that these texts announce. */
const ANNOUNCED: readonly DeliveryStatus[] = ['Scheduled', 'OutForDelivery', 'Rerouted'];

function locationText({ facts, deliveryLocation }: TextRequest, catalogue: Catalogue): string {
  const place = deliveryLocation === '' || deliveryLocation === 'Unknown' ? '' : say(catalogue, `delivery_location.${deliveryLocation}`);
  if (ANNOUNCED.includes(facts.status)) return place;
  return HANDED_OVER.includes(facts.status) && place !== '' ? place : facts.location;
}

function reasonText({ exceptionCode, returnReason }: ScanFacts, catalogue: Catalogue): string {
  if (exceptionCode !== undefined) return say(catalogue, `exception.${exceptionCode}`);
  return returnReason === undefined || returnReason === 'Unknown' ? '' : say(catalogue, `return_reason.${returnReason}`);
}

type Loss = Extract<ReturnReason, 'Lost' | 'Destroyed' | 'Seized'>;

const isLoss = (reason: ReturnReason | undefined): reason is Loss => reason === 'Lost' || reason === 'Destroyed' || reason === 'Seized';

/** A lost parcel is the status Return on the wire; nobody is told that it is on its way back. */
function lossText(reason: Loss, catalogue: Catalogue): string {
  const sentence = say(catalogue, `return_reason.${reason}`);
  return `${sentence.charAt(0).toLocaleUpperCase(catalogue.language)}${sentence.slice(1)}.`;
}

const MOST_CHARS = 120;
const ENDING = new Set(['.', ' ']);

/** A carrier's text inside our sentence: one line, without the full stop that our sentence brings, never so long that it drowns it. */
const mention = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : shortened(withoutFullStop(text.replace(/\s+/gu, ' ')));

/** By hand: `/[.\s]+$/` would look at a run of n dots n times over, and a carrier's text may hold 250,000 of them. */
function withoutFullStop(text: string): string {
  let end = text.length;
  while (end > 0 && ENDING.has(text.charAt(end - 1))) end--;
  return text.slice(0, end).trim();
}

/** Counts characters only where there may be too many. */
function shortened(line: string): string {
  if (line.length <= MOST_CHARS) return line;
  const chars = [...line];
  return chars.length > MOST_CHARS ? `${chars.slice(0, MOST_CHARS - 1).join('')}…` : line;
}
