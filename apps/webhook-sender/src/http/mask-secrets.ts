import type { Secret } from '#libs/config';

const MASK = '[secret]';
/** Shorter texts are hardly secrets, and masking them would garble every answer. */
const LEAST_LENGTH = 6;
/** The most places that are compared with the whole secret: an answer crafted for this must not hold up other receivers. */
const MOST_PLACES = 8;
/** The rest of an escape or a character after a cut. */
const CUT_IN_TWO = /(?:\\(?:u[\da-f]{0,3})?|(?:%[\da-f]{0,2}){1,3}|\ufffd)$/i;
const LONGEST_CUT = 9;

/** A range of characters; the end is excluded. */
type Range = readonly [from: number, to: number];

/** A text without its escapes. */
interface Reading {
  readonly text: string;
  /** The position in the answer where each character begins, and where the text ends. */
  readonly starts: readonly number[];
}

/** A way in which an answer may escape a secret. */
interface Escaping {
  readonly escapes: RegExp;
  readonly charOf: (escape: string) => string;
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const JSON_STRING: Escaping = {
  escapes: /\\(?:u[\da-fA-F]{4}|["'\\/bfnrt])/g,
  charOf: (escape) => {
    const char = escape.charAt(1);
    return char === 'u' ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : (CONTROLS[char] ?? char);
  },
};

/** One UTF-8 character per match. Forms write a blank as `+`. */
const URL_OR_FORM: Escaping = {
  escapes: /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})|\+/gi,
  charOf: (escape) => withBlanks(escape === '+' ? escape : Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8')),
};

/** The spellings by secret: every answer needs them, and a token can have 16 KiB. */
const known = new WeakMap<Secret, readonly string[]>();

/**
 * Masks the service's credentials in an answer. Debugging pages of receivers repeat credentials, and the attempt log must not keep them.
 * Masks credentials as sent, in base64, escaped as in JSON, and encoded as in URLs and forms; no other spelling.
 */
export function maskSecrets(answer: string, secrets: readonly Secret[]): string {
  if (answer.length < LEAST_LENGTH) return answer;
  const words = [...new Set(secrets.flatMap(wordsOf))];
  const ranges = rangesOf(answer, words);
  for (const [escaping, wanted] of [[JSON_STRING, words] as const, [URL_OR_FORM, words.map(withBlanks)] as const]) {
    if (answer.search(escaping.escapes) < 0) continue;
    const { text, starts } = unescaped(answer, escaping);
    ranges.push(...rangesOf(text, wanted).map(([from, to]): Range => [starts[from]!, starts[to]!]));
  }
  return masked(answer, ranges);
}

const withBlanks = (text: string): string => text.replaceAll('+', ' ');

/** Returns the secret as sent and without its scheme (`Bearer `), each plain and in base64. */
function wordsOf(secret: Secret): readonly string[] {
  const words = known.get(secret) ?? toWords(secret.reveal());
  known.set(secret, words);
  return words;
}

function toWords(value: string): readonly string[] {
  const plain = [value, value.slice(value.lastIndexOf(' ') + 1)].filter(({ length }) => length >= LEAST_LENGTH);
  return plain.flatMap((word) => [word, ...base64Of(word)]).filter(({ length }) => length >= LEAST_LENGTH);
}

/** Returns how the word appears inside base64 of a longer text, in the alphabet of RFC 4648 and in the URL alphabet. */
function base64Of(word: string): string[] {
  const bytes = Buffer.from(word);
  return [0, 1, 2].flatMap((before) => {
    // Only the characters that these bytes alone determine.
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    return [padded.toString('base64').slice(from, to), padded.toString('base64url').slice(from, to)];
  });
}

function unescaped(raw: string, { escapes, charOf }: Escaping): Reading {
  const pieces: string[] = [];
  const starts: number[] = [];
  let at = 0;
  const keep = (end: number): void => {
    pieces.push(raw.slice(at, end));
    for (; at < end; at++) starts.push(at);
  };
  for (const { 0: escape, index } of raw.matchAll(escapes)) {
    keep(index);
    const char = charOf(escape);
    pieces.push(char);
    for (let unit = 0; unit < char.length; unit++) starts.push(index);
    at = index + escape.length;
  }
  keep(raw.length);
  return { text: pieces.join(''), starts: [...starts, raw.length] };
}

function rangesOf(text: string, words: readonly string[]): Range[] {
  return words.flatMap((word) => [...occurrences(text, word), ...beginningAtEnd(text, word)]);
}

function occurrences(text: string, word: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) ranges.push([at, at + word.length]);
  return ranges;
}

/** Finds a secret that is cut at the end of the answer: only the beginning of an answer is kept. */
function beginningAtEnd(text: string, word: string): Range[] {
  const beginning = word.slice(0, LEAST_LENGTH);
  const uncut = text.length - (CUT_IN_TWO.exec(text.slice(-LONGEST_CUT))?.[0].length ?? 0);
  let at = text.indexOf(beginning, Math.max(0, uncut - word.length));
  for (let places = 0; at >= 0; at = text.indexOf(beginning, at + 1), places++) {
    if (places === MOST_PLACES || word.startsWith(text.slice(at)) || word.startsWith(text.slice(at, uncut))) return [[at, text.length]];
  }
  return [];
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
