import type { Dice } from '../builders/dice.js';
import { HOSTILE_BYTES, HOSTILE_JSON, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile.js';

export interface Pantry {
  readonly corpus: readonly Buffer[];
  readonly words: readonly string[];
}

const MOST_BYTES = 300 * 1024;
const PLACE = '\u0001place\u0001';

/** Makes one input from another, at most slightly longer than the largest message. */
export function mutate(pantry: Pantry, dice: Dice): Buffer {
  let bytes = dice.pick(pantry.corpus);
  for (let rounds = dice.int(1, 4); rounds > 0; rounds--) bytes = mutateOnce(bytes, pantry, dice);
  return bytes.subarray(0, MOST_BYTES);
}

function mutateOnce(bytes: Buffer, pantry: Pantry, dice: Dice): Buffer {
  return (dice.chance(0.6) && mutateJson(bytes, pantry, dice)) || mutateBytes(bytes, pantry, dice);
}

/** JSON.stringify cannot follow deeper values: they are mutated as bytes. */
const MOST_DEPTH = 1000;
const isDeep = (bytes: Buffer): boolean => bytes.toString('latin1').split(/[[{]/, MOST_DEPTH).length === MOST_DEPTH;

/** Puts another value somewhere into the JSON. @returns undefined when the bytes are not JSON */
function mutateJson(bytes: Buffer, { words }: Pantry, dice: Dice): Buffer | undefined {
  const json = isDeep(bytes) ? undefined : parse(bytes);
  if (typeof json !== 'object' || json === null) return undefined;
  const places = placesOf(json);
  if (places.length === 0) return undefined;
  const { holder, key } = dice.pick(places);
  const fields = holder as Record<string, unknown>;
  const act = dice.int(0, 5);
  if (act === 0) delete fields[key];
  else if (act === 1) fields[key] = dice.pick(HOSTILE_VALUES);
  else if (act === 2) fields[key] = `${dice.pick(HOSTILE_TEXTS)}${dice.chance(0.5) ? textOf(fields[key]) : ''}`;
  else if (act === 3) fields[key] = words.length > 0 ? dice.pick(words) : '';
  else if (act === 4) fields[dice.pick([...HOSTILE_TEXTS, ...words])] = fields[key];
  else return spliced(json, { fields, key }, dice.pick(HOSTILE_JSON));
  return Buffer.from(JSON.stringify(json));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Replaces a value by JSON text that JSON.stringify would never write. */
function spliced(json: object, { fields, key }: { fields: Record<string, unknown>; key: string }, text: string): Buffer {
  fields[key] = PLACE;
  return Buffer.from(JSON.stringify(json).replace(JSON.stringify(PLACE), () => text));
}

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** Returns the place of every value; of very deep values only the first levels. */
function placesOf(holder: object, depth = 0): Place[] {
  if (depth > 8) return [];
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? placesOf(value as object, depth + 1) : []),
  ]);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function mutateBytes(bytes: Buffer, { corpus, words }: Pantry, dice: Dice): Buffer {
  const at = dice.int(0, bytes.length);
  const to = Math.min(bytes.length, at + dice.int(0, 8));
  const insert = (piece: Buffer): Buffer => Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(to)]);
  switch (dice.int(0, 6)) {
    case 0:
      return insert(Buffer.alloc(0));
    case 1:
      return insert(Buffer.from([dice.int(0, 255)]));
    case 2:
      return insert(dice.pick(HOSTILE_BYTES));
    case 3:
      return insert(Buffer.from(dice.pick(HOSTILE_TEXTS)));
    case 4:
      return insert(Buffer.from(words.length > 0 ? dice.pick(words) : String.fromCodePoint(dice.int(32, 0x2fff))));
    case 5:
      return insert(bytes.subarray(at, Math.min(bytes.length, at + dice.int(1, 64))));
    default: {
      const other = dice.pick(corpus);
      return insert(other.subarray(dice.int(0, other.length)));
    }
  }
}
