import { isUtf8 } from 'node:buffer';

/** A message of a topic between the apps. Others can write there too, so everything is checked before it is trusted. */
export interface OwnMessage {
  readonly value: Buffer | null;
  /** As text. */
  readonly headers: Readonly<Record<string, string>>;
  /** As they came. */
  readonly rawHeaders?: Readonly<Record<string, unknown>> | undefined;
}

/** Which headers a message must have, and whether the text of each is as it must be. */
export type HeaderRules = Readonly<Record<string, (text: string) => boolean>>;

/** What a decoder puts in place of bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD';

/** The first header that is not as it must be, in words for the dead letter, which repeat nothing of its value. Headers without a rule are not looked at. */
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

/** RFC 9562, in the spelling that the apps write. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** A whole number from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

const COUNT = /^[1-9]\d{0,15}$/;

/** The same in decimal digits. */
export const isCountText = (text: string): boolean => COUNT.test(text) && isCount(Number(text));

/** An object of texts by these names, that can be written into a URL. */
export const isTextsOf = (value: unknown, names: readonly string[]): value is Readonly<Record<string, string>> =>
  isObject(value) && names.every((name) => isText(value[name]));

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();

/** A time as toISOString writes it → epoch ms; undefined for anything else. */
export function ownInstantMs(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) || new Date(ms).toISOString() !== value ? undefined : ms;
}

/** A time as toISOString writes it. */
export const isInstant = (text: string): boolean => ownInstantMs(text) !== undefined;
