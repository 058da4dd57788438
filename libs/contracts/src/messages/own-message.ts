import { isUtf8 } from 'node:buffer';

/** A message of a topic between the apps. Other programs can write to the topic too, so every message is checked. */
export interface OwnMessage {
  readonly value: Buffer | null;
  /** The headers as text. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers as they were received. */
  readonly rawHeaders?: Readonly<Record<string, unknown>> | undefined;
}

/** The headers that a message must have, each with a check of its text. */
export type HeaderRules = Readonly<Record<string, (text: string) => boolean>>;

/** A decoder's replacement for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/** Returns the fault of the first faulty header for the dead letter, without the header's value. Headers without a rule are ignored. */
export function headerFault({ headers, rawHeaders }: OwnMessage, rules: HeaderRules): string | undefined {
  for (const name in rules) {
    const text = headers[name];
    if (text === undefined) return `the header ${name} is missing`;
    const raw = rawHeaders?.[name];
    if (Array.isArray(raw)) return `the header ${name} comes more than once`;
    if (text.includes(REPLACEMENT) && Buffer.isBuffer(raw) && !isUtf8(raw)) return `the header ${name} is not UTF-8`;
    if (!rules[name]!(text)) return `the header ${name} is not what it must be`;
  }
  return undefined;
}

/** A UUID (RFC 9562) in the apps' spelling. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** True for a whole number from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

const COUNT = /^[1-9]\d{0,15}$/;

/** True for a whole number from 1 in decimal digits. */
export const isCountText = (text: string): boolean => COUNT.test(text) && isCount(Number(text));

/** True for an object that has a text under each of these names. Each text can be written into a URL. */
export const isTextsOf = (value: unknown, names: readonly string[]): value is Readonly<Record<string, string>> =>
  isObject(value) && names.every((name) => isText(value[name]));

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();

/** Converts a time that toISOString wrote to epoch ms. Returns undefined for anything else. */
export function ownInstantMs(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) || new Date(ms).toISOString() !== value ? undefined : ms;
}

/** True for a time that toISOString wrote. */
export const isInstant = (text: string): boolean => ownInstantMs(text) !== undefined;
