// The patterns of the operator's rules: how they are read, and what is known of them before any scan comes.
import { isSafe } from 'redos-detector';

/** `^a|b` of the operator reads the beginning of a raw text in every branch, in upper or lower case. @throws SyntaxError when it is no regular expression */
export const toPattern = (text: string): RegExp => new RegExp(`^(?:${text.replace(/^\^/, '')})`, 'iu'); // in brackets, or `^a|b` would leave b unanchored

/** Steps of the analysis; a pattern that needs more than this is refused like a slow one. */
const MOST_STEPS = 500;
/** Ways to read one text; more than this and the time to give up grows faster than the text. */
const MOST_WAYS = 200;

/**
 * True when some text, made for it or met by chance, keeps the pattern busy for longer than in proportion to its length:
 * a raw text may have 256 KiB, and while one scan is read all others wait. Errs on the side of refusing, never on the other.
 */
export const canBecomeSlow = (pattern: RegExp): boolean =>
  repeats(pattern) && !isSafe(withoutCase(pattern), { maxSteps: MOST_STEPS, maxScore: MOST_WAYS }).safe;

/**
 * The same pattern with every letter in lower case: the analysis does not read the flag i. A character after a backslash is no letter.
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

/** So many optional pieces alone cost a fixed number of ways, whatever the text. */
const MOST_OPTIONAL = 8;

/** Without a repetition the time does not grow with the text: the analysis can be spared. */
const repeats = ({ source }: RegExp): boolean => /[*+{]/.test(source) || (source.match(/[^(]\?/g)?.length ?? 0) > MOST_OPTIONAL;

/**
 * True when every text that `later` takes is certainly taken by `earlier` too. Not all such pairs are found: a pattern that ends
 * in what it must not be followed by is never said to hide another.
 */
export function hidesPattern(earlier: RegExp, later: RegExp): boolean {
  if (earlier.source === later.source) return true;
  if (looksAhead(earlier)) return false;
  // Nothing in it looks further than what it took: if it takes the beginning that all these texts share, it takes them all.
  return literalBeginnings(later).every((beginning) => earlier.test(beginning));
}

const looksAhead = ({ source }: RegExp): boolean => /\$|\\[bB]|\(\?<?[=!]/.test(source);

/** What every text begins with that the pattern takes, one beginning for each of its outermost branches; '' where nothing is certain. */
function literalBeginnings({ source }: RegExp): string[] {
  const body = source.slice('^(?:'.length, -')'.length);
  const branches = /^\(\?:([^()[\]\\]*)\)(?![?*+{])[^|]*$/.exec(body)?.[1] ?? body;
  // A branch inside brackets or behind a backslash is not an outermost one: then nothing is taken for certain.
  return /[()[\]\\]/.test(branches) && branches.includes('|') ? [''] : branches.split('|').map(literalBeginning);
}

function literalBeginning(branch: string): string {
  const literal = /^[^\\^$.*+?()[\]{}|]*/.exec(branch)?.[0] ?? '';
  const isLastRepeated = /[*+?{]/.test(branch.charAt(literal.length));
  return isLastRepeated ? [...literal].slice(0, -1).join('') : literal;
}
