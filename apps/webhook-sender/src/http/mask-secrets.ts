import type { Secret } from '#libs/config';
import { ESCAPES, type Reading, unescaped, withoutBlanks } from './unescaped.js';

const MASK = '[secret]';
/** What is shorter is hardly a secret, and masking it would garble every answer. */
const LEAST_LENGTH = 6;
/** What a cut may have left of an escape, or of a character whose first bytes were taken for Latin-1; two octal digits of three look like a control character. */
const CUT_IN_TWO =
  /(?:[\u00c2-\u00f4][\u0080-\u00bf]{0,2}|\\(?:[ux][0-9a-fA-F]{0,3}|u\{[0-9a-fA-F]{0,6}|[0-3]?[0-7]?)?|\p{Cc}|=[0-9a-fA-F\r]?|%u?[0-9a-fA-F]{0,3}|&#?[0-9a-zA-Z]{0,31}|\ufffd)$/u;
/** Of so many layers. */
const MOST_CUTS = 3;
/** No more than this is left of one. */
const LONGEST_CUT = 33;

/** From here to there, the end not included. */
type Range = readonly [from: number, to: number];

/** How a secret may be spelled. */
interface Spellings {
  /** As sent, and without its scheme (`Bearer `). */
  readonly plain: readonly string[];
  /** By the `ESCAPES`: unescaped on both sides, for a secret may itself look as if something in it were escaped. */
  readonly unescaped: readonly (readonly string[])[];
  /** What dumps make of its bytes. */
  readonly dumped: readonly string[];
}

/** They are asked for with every answer, and a token can have 16 KiB. */
const known = new WeakMap<Secret, Spellings>();

/** A receiver may repeat our credentials in its answer, as debugging pages do, however it spells them: the attempt log must not keep them. */
export function maskSecrets(text: string, secrets: readonly Secret[]): string {
  if (text.length < LEAST_LENGTH) return text;
  const spellings = secrets.map(spellingsOf);
  const wordsOf = (of: (spelling: Spellings) => readonly string[]): string[] => [...new Set(spellings.flatMap(of))];
  const dumped = wordsOf((spelling) => spelling.dumped);
  const ranges = rangesOf({ text }, [...wordsOf(({ plain }) => plain), ...dumped]);
  ESCAPES.forEach((escapes, index) => {
    const reading = unescaped(text, escapes);
    if (reading) ranges.push(...rangesOf(reading, wordsOf((spelling) => spelling.unescaped[index]!).concat(dumped)));
  });
  if (/\s/.test(text)) ranges.push(...rangesOf(withoutBlanks(text), dumped));
  return masked(text, ranges);
}

function spellingsOf(secret: Secret): Spellings {
  const spellings = known.get(secret) ?? toSpellings(secret.reveal());
  known.set(secret, spellings);
  return spellings;
}

function toSpellings(value: string): Spellings {
  const plain = [...new Set([value, value.slice(value.lastIndexOf(' ') + 1)])].filter(({ length }) => length >= LEAST_LENGTH);
  return {
    plain,
    unescaped: ESCAPES.map((escapes) => plain.map((word) => unescaped(word, escapes)?.text ?? word)),
    dumped: plain.flatMap(dumpsOf),
  };
}

/** Hex, and base64 as it stands in the base64 of any text around it. */
function dumpsOf(word: string): string[] {
  const bytes = Buffer.from(word);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((before) => withinBase64(bytes, before));
  return [hex, hex.toUpperCase(), ...base64, ...base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Those characters of the base64 that the bytes alone decide on, with so many bytes before them. */
function withinBase64(bytes: Buffer, before: number): string {
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
  return Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .slice(from, to);
}

function masked(text: string, ranges: readonly Range[]): string {
  let kept = '';
  let at = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from >= at) kept += text.slice(at, from) + MASK;
    at = Math.max(at, to);
  }
  return kept + text.slice(at);
}

/** Where in the raw text the words are. */
function rangesOf({ text, starts }: Reading, words: readonly string[]): Range[] {
  const wanted = words.filter(({ length }) => length >= LEAST_LENGTH);
  const ranges = [...wanted.flatMap((word) => occurrences(text, word)), ...beginningAtEnd(text, wanted)];
  return starts ? ranges.map(([from, to]) => [starts[from]!, starts[to]!]) : ranges;
}

function occurrences(text: string, word: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) ranges.push([at, at + word.length]);
  return ranges;
}

/** The answer is kept up to a limit: the last secret in it may have been cut in two. */
function beginningAtEnd(text: string, words: readonly string[]): Range[] {
  const froms = endsOf(text).flatMap((end) =>
    words.flatMap((word) => {
      if (!end.includes(word.slice(0, LEAST_LENGTH))) return []; // asked of every answer, and hardly ever so
      const length = overlapOf(end, word);
      return length >= LEAST_LENGTH ? [end.length - length] : [];
    }),
  );
  return froms.length > 0 ? [[Math.min(...froms), text.length]] : [];
}

/** The text, and what it is without what was cut in two. */
function endsOf(text: string): string[] {
  const ends = [text];
  for (let end = text; ends.length <= MOST_CUTS; ends.push(end)) {
    const cut = CUT_IN_TWO.exec(end.slice(-LONGEST_CUT));
    if (!cut) return ends;
    end = end.slice(0, end.length - cut[0].length);
  }
  return ends;
}

/**
 * With how many characters of its beginning, but not all, of `word` the text ends (Knuth, Morris, Pratt: each character is looked at twice).
 * Trying every length would let one receiver with long secrets and an answer made for them hold up all others.
 */
function overlapOf(text: string, word: string): number {
  const back = backSteps(word);
  let matched = 0;
  for (const char of text.slice(-(word.length - 1)).split('')) matched = nextMatched(word, { back, matched, char });
  return matched;
}

/** For each beginning of the word: how long a shorter beginning it ends with. */
function backSteps(word: string): Uint32Array {
  const back = new Uint32Array(word.length);
  for (let at = 1; at < word.length; at++) back[at] = nextMatched(word, { back, matched: back[at - 1]!, char: word.charAt(at) });
  return back;
}

function nextMatched(word: string, { back, matched, char }: { back: Uint32Array; matched: number; char: string }): number {
  let length = matched;
  while (length > 0 && word.charAt(length) !== char) length = back[length - 1]!;
  return word.charAt(length) === char ? length + 1 : length;
}
