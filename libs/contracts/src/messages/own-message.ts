import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.js';

/** JSON of a topic between the apps, checked by its `schema` word; undefined when it is something else. */
export function parseOwnMessage<T extends object>(value: Buffer | null, schema: string): (Partial<T> & T) | undefined {
  const message = parseObject(value);
  return message?.['schema'] === schema && !isTooDeep(message) ? (message as T) : undefined;
}

/** Why a value of a topic between the apps is no message of this schema, in words for its dead letter. The words repeat nothing of the value. */
export function ownMessageFault(value: Buffer | null, schema: string): string {
  const message = parseObject(value);
  if (message === undefined) return `no ${schema}: the value is no JSON object`;
  if (message['schema'] !== schema) return `no ${schema}: the field schema does not name it`;
  if (isTooDeep(message)) return `no ${schema}: nested deeper than ${MAX_JSON_DEPTH} levels`;
  return `no ${schema}: a field is missing, or is not what it must be`;
}

function parseObject(value: Buffer | null): Readonly<Record<string, unknown>> | undefined {
  if (value === null) return undefined;
  try {
    const message: unknown = JSON.parse(value.toString('utf8'));
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

// What a message between the apps must be before it is trusted: written by another version, or by hand, it may hold anything.

/** RFC 9562, in the spelling that the apps write. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** A whole number from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

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
