import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.js';
import { type Fault, fault, type Parsed, parsed } from './parsed.js';

/** Largest scan or record in bytes (domain D.1). */
export const MAX_MESSAGE_BYTES = 256 * 1024;

export type JsonObject = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. Only a text with such an escape is walked, to save time. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** The fields, dotted, that identify something or are forwarded byte for byte, each with the fault of a value that cannot be stored. */
export type VerbatimFields = readonly (Pick<Fault, 'reason'> & { readonly field: string })[];

/**
 * Parses a Kafka value into a JSON object whose strings PostgreSQL can store. Free texts are corrected. A faulty verbatim field is refused,
 * because a corrected id would be another id. Faults: `E_SIZE`, `E_JSON`, `E_SCHEMA` (JSON, but not an object), and the faults of `verbatim`.
 */
export function parseJsonObject(value: Buffer | null, verbatim: VerbatimFields): Parsed<JsonObject> {
  if (value === null || value.length === 0) return fault('E_JSON', 'the message is empty: send one JSON object as the value');
  const [tooLarge] = sizeFaults(value);
  if (tooLarge !== undefined) return { ok: false, ...tooLarge };
  const json = toJson(value, verbatim);
  if (!json.ok) return json;
  if (!isJsonObject(json.value)) return fault('E_SCHEMA', 'the message is JSON but no object: send one JSON object as the value');
  return parsed(json.value);
}

/** Reads a JSON object as parseJsonObject does, and returns it with every fault. @throws SyntaxError when the value is not JSON */
export function readWithFaults(
  value: Buffer,
  verbatim: VerbatimFields,
): { readonly message: JsonObject; readonly faults: readonly Fault[] } {
  const json = JSON.parse(utf8.decode(value)) as JsonObject;
  return { message: withStorableStrings(json) as JsonObject, faults: [...sizeFaults(value), ...unstorableFaults(json, verbatim)] };
}

const sizeFaults = ({ length }: Buffer): Fault[] =>
  length > MAX_MESSAGE_BYTES ? [{ reason: 'E_SIZE', detail: `the message has ${length} bytes: send at most ${MAX_MESSAGE_BYTES}` }] : [];

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function toJson(value: Buffer, verbatim: VerbatimFields): Parsed<unknown> {
  try {
    const text = utf8.decode(value);
    const json: unknown = JSON.parse(text);
    if (isTooDeep(json)) return fault('E_SCHEMA', `the message is nested deeper than ${MAX_JSON_DEPTH} levels`);
    return UNSTORABLE_ESCAPE.test(text) ? toStorable(json, verbatim) : parsed(json);
  } catch (error) {
    return fault('E_JSON', `the message is not JSON in UTF-8 without a byte order mark${placeOf(error as Error)}`);
  }
}

/** Says where the JSON is broken, if known. The rest of the parser's message quotes the value, which may be a name or an address. */
function placeOf({ message }: Error): string {
  const [place] = /at position \d+/.exec(message) ?? [];
  return place === undefined ? '' : `: it is none ${place}`;
}

function toStorable(json: unknown, verbatim: VerbatimFields): Parsed<unknown> {
  const [broken] = unstorableFaults(json, verbatim);
  return broken === undefined ? parsed(withStorableStrings(json)) : { ok: false, ...broken };
}

const unstorableFaults = (json: unknown, verbatim: VerbatimFields): Fault[] =>
  verbatim
    .filter(({ field }) => !isStorable(valueAt(json, field)))
    .map(({ reason, field }) => ({
      reason,
      field,
      detail: `${field} has U+0000 or half a surrogate pair, and is never corrected: send it without`,
    }));

const valueAt = (json: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), json);

const isStorable = (value: unknown): boolean => typeof value !== 'string' || (!value.includes('\u0000') && value.isWellFormed());

function withStorableStrings(json: unknown): unknown {
  if (typeof json === 'string') return json.replaceAll('\u0000', '').toWellFormed();
  if (Array.isArray(json)) return json.map(withStorableStrings);
  if (!isJsonObject(json)) return json;
  // A property name that cannot be stored is dropped. A corrected name could replace a known property.
  const named = Object.entries(json).filter(([key]) => isStorable(key));
  return Object.fromEntries(named.map(([key, value]) => [key, withStorableStrings(value)]));
}
