// The messages of one language (domain C.2): flat keys, compiled once.
import { IntlMessageFormat } from 'intl-messageformat';
import {
  DELIVERY_LOCATIONS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EXCEPTION_CODES,
  type ExceptionCode,
  NEXT_ACTIONS,
  RETURN_REASONS,
  type ReturnReason,
} from '#libs/contracts';
import { type Formatter, formatterOf } from './message.js';

/**
 * Everything that a long status text may mention; each `has…` is "yes" or "no".
 * `date` is the day of delivery, `place` is where the recipient gets the parcel, `location` is where the carrier scanned it.
 */
export const LONG_TEXT_ARGUMENTS = [
  'hasEta',
  'eta',
  'hasDate',
  'date',
  'hasPlace',
  'place',
  'hasLocation',
  'location',
  'hasInfo',
  'info',
  'hasPickup',
  'pickup',
  'hasReason',
  'reason',
  'hasNext',
  'next',
] as const;
export type LongTextArguments = Readonly<Record<(typeof LONG_TEXT_ARGUMENTS)[number], string>>;

/** Reasons that do not fit the text of the status: `status.Return.Lost` replaces `status.Return`. */
const REASONS_WITH_OWN_WORDING: Partial<Record<DeliveryStatus, readonly (ExceptionCode | ReturnReason)[]>> = {
  Return: ['Lost', 'Destroyed', 'Seized'],
  Exception: ['CustomerRefusal', 'Return'],
};

/** Everything with a short and a long text: each status, and each status with a reason that needs its own words. */
export const WORDINGS: ReadonlySet<string> = new Set(
  DELIVERY_STATUSES.flatMap((status) => [status, ...(REASONS_WITH_OWN_WORDING[status] ?? []).map((reason) => `${status}.${reason}`)]),
);

/** Arguments of the messages that print a date. */
export const ETA_ARGUMENTS = {
  day: ['date'],
  range: ['from', 'to'],
  window: ['date', 'from', 'to'],
  about: ['date', 'time'],
  label: ['eta'],
} as const;

/** Each key of a catalogue, with the arguments that its message may use. */
export const CATALOGUE_KEYS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[...WORDINGS].flatMap((wording): [string, readonly string[]][] => [
    [`status.${wording}.short`, []],
    [`status.${wording}.long`, LONG_TEXT_ARGUMENTS],
  ]),
  ...EXCEPTION_CODES.map((code): [string, readonly string[]] => [`exception.${code}`, []]),
  ...RETURN_REASONS.filter((reason) => !WORDINGS.has(`Return.${reason}`)).map((reason): [string, readonly string[]] => [
    `return_reason.${reason}`,
    [],
  ]),
  ...NEXT_ACTIONS.map((action): [string, readonly string[]] => [`next_action.${action}`, []]),
  ...DELIVERY_LOCATIONS.map((place): [string, readonly string[]] => [`delivery_location.${place}`, []]),
  ...Object.entries(ETA_ARGUMENTS).map(([form, names]): [string, readonly string[]] => [`eta.${form}`, names]),
]);

export interface Catalogue {
  readonly language: string;
  readonly messages: ReadonlyMap<string, IntlMessageFormat>;
  /** The same messages, ready to be formatted. */
  readonly formatters: ReadonlyMap<string, Formatter>;
}

const META = '_meta';

/** @throws Error naming every missing, unknown or unreadable message of the file at once */
export function compileCatalogue(language: string, file: Readonly<Record<string, unknown>>): Catalogue {
  const faults: string[] = [];
  const messages = new Map<string, IntlMessageFormat>();
  for (const key of CATALOGUE_KEYS.keys()) {
    const text = file[key];
    if (typeof text === 'string' && text !== '') compileInto(messages, { key, text, language }, faults);
    else faults.push(`"${key}" is missing`);
  }
  for (const key of Object.keys(file)) if (key !== META && !CATALOGUE_KEYS.has(key)) faults.push(`"${key}" is not a key of a catalogue`);
  if (faults.length > 0) throw new Error(`${language}.json cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return { language, messages, formatters: new Map([...messages].map(([key, message]) => [key, formatterOf(message)])) };
}

function compileInto(
  messages: Map<string, IntlMessageFormat>,
  { key, text, language }: { key: string; text: string; language: string },
  faults: string[],
): void {
  // An ASCII apostrophe is ICU's quote: it would swallow the text after it.
  if (text.includes("'")) faults.push(`"${key}" has an ASCII apostrophe: write ’`);
  try {
    // ignoreTag: a place called "<b>" is text, not a tag.
    messages.set(key, new IntlMessageFormat(text, language, undefined, { ignoreTag: true }));
  } catch (error) {
    faults.push(`"${key}" is not an ICU message: ${(error as Error).message}`);
  }
}

/**
 * Returns one message as text.
 * @throws when an argument of the message is missing
 */
export function formatText(catalogue: Catalogue, key: string, values: Readonly<Record<string, string>> = {}): string {
  const formatter = catalogue.formatters.get(key);
  if (formatter === undefined) throw new RangeError(`no message "${key}" in ${catalogue.language}`);
  return formatter(values);
}
