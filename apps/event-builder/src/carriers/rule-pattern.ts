// The patterns of operators' rules: how they are compiled, and what is checked before any scan comes.
import { isSafe } from 'redos-detector';

/**
 * Compiles an operator's `^a|b`: every branch is anchored at the beginning of the raw text, and case is ignored.
 * @throws SyntaxError when it is not a regular expression
 */
export const toPattern = (text: string): RegExp => new RegExp(`^(?:${text.replace(/^\^/, '')})`, 'iu'); // in brackets, or `^a|b` would leave b unanchored

/** The most steps of the analysis; a pattern that needs more is refused like a slow pattern. */
const MOST_STEPS = 500;
/** The most ways to match one text; with more, the time of a failed match grows faster than the text. */
const MOST_WAYS = 200;

/**
 * Returns true when some text, crafted or accidental, makes the pattern's time grow faster than the text. A raw text may have 256 KiB, and
 * all other scans wait while one is read. May refuse a fast pattern, but never accepts a slow one.
 */
export const canBecomeSlow = (pattern: RegExp): boolean =>
  repeats(pattern) && !isSafe(withoutCase(pattern), { maxSteps: MOST_STEPS, maxScore: MOST_WAYS }).safe;

/**
 * Returns the pattern with every letter in lower case, because the analysis ignores the flag i. Escaped characters stay as they are.
 * @throws SyntaxError for a range that has no lower case
 */
const withoutCase = ({ source }: RegExp): RegExp =>
  new RegExp(
    source.replace(/\\p\{L[ult]\}|\\[pPu]\{[^}]{0,40}\}|\\.|\p{Lu}/gu, (piece) => {
      if (piece.startsWith('\\p{L')) return '\\p{L}';
      return piece.length === 1 ? piece.toLowerCase() : piece;
    }),
    'u',
  );

/** Up to this many optional pieces cost a fixed number of ways, whatever the text. */
const MOST_OPTIONAL = 8;

/** Returns true when the pattern has a repetition. Without one the time does not grow with the text, and no analysis is needed. */
const repeats = ({ source }: RegExp): boolean => /[*+{]/.test(source) || (source.match(/[^(]\?/g)?.length ?? 0) > MOST_OPTIONAL;

/**
 * Returns true when `earlier` certainly matches every text that `later` matches. Not all such pairs are found: a pattern that ends with a
 * negative condition never counts as hiding another.
 */
export function hidesPattern(earlier: RegExp, later: RegExp): boolean {
  if (earlier.source === later.source) return true;
  if (looksAhead(earlier)) return false;
  // Without look-aheads, a pattern that matches the common beginning of these texts matches all of them.
  return literalBeginnings(later).every((beginning) => earlier.test(beginning));
}

const looksAhead = ({ source }: RegExp): boolean => /\$|\\[bB]|\(\?<?[=!]/.test(source);

/** Returns the certain beginning of every matching text, one per outermost branch; '' = nothing is certain. */
function literalBeginnings({ source }: RegExp): string[] {
  const body = source.slice('^(?:'.length, -')'.length);
  const branches = /^\(\?:([^()[\]\\]*)\)(?![?*+{])[^|]*$/.exec(body)?.[1] ?? body;
  // A branch inside brackets or behind a backslash is not an outermost branch: then nothing is certain.
  return /[()[\]\\]/.test(branches) && branches.includes('|') ? [''] : branches.split('|').map(literalBeginning);
}

function literalBeginning(branch: string): string {
  const literal = /^[^\\^$.*+?()[\]{}|]*/.exec(branch)?.[0] ?? '';
  const isLastRepeated = /[*+?{]/.test(branch.charAt(literal.length));
  return isLastRepeated ? [...literal].slice(0, -1).join('') : literal;
}
