import { decodeHTMLStrict } from 'entities/decode';

/** Returns the visible text of the HTML on one line. The result contains no tag, not even one that was written with entities. */
export const withoutHtml = (html: string): string => onOneLine(withoutTags(decodeHTMLStrict(withoutTags(html))));

export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll(' ,', ',').trim();

const COMMENT = '<!--';
/** A `<` before any other character is plain text: `5 < 6, 7 > 3`. */
const MARKS = /<!--|<(?=[a-z/!?])|>|=\s*["']/gi;
const WITHOUT_END = /<(?=[a-z/!?])/gi;

/** Quotes in an unclosed tag may hide another tag, so the second pass ignores quotes. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const stripped = strip(strip(text, true), false);
  return stripped.replace(WITHOUT_END, ' ');
}

/**
 * Removes nested tags in one pass, from the inside out: the halves of a tag around another tag must not join into a new tag.
 * It takes time in proportion to the text for every text.
 */
function strip(text: string, heedsQuotes: boolean): string {
  const kept: string[] = [];
  /** For each open tag, the number of pieces that were kept before it. */
  const opened: number[] = [];
  /** Closing signs that the rest of the text lacks. Each is searched for once. */
  const missing = new Set<string>();
  let from = 0;
  for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
    const { index, 0: sign } = mark;
    const end = heedsQuotes ? hiddenUntil(text, { sign, index, isInTag: opened.length > 0 }, missing) : undefined;
    if (end !== undefined) MARKS.lastIndex = end;
    if (sign === '>') {
      const before = opened.pop();
      if (before === undefined) continue;
      kept.length = before;
      kept.push(' ');
      from = index + 1;
    } else if (sign === COMMENT && end !== undefined) {
      kept.push(text.slice(from, index), ' ');
      from = end;
    } else if (sign.startsWith('<')) {
      kept.push(text.slice(from, index));
      from = index;
      opened.push(kept.length);
    }
  }
  kept.push(text.slice(from));
  return kept.join('');
}

interface Mark {
  readonly sign: string;
  readonly index: number;
  readonly isInTag: boolean;
}

/** Returns the end of a comment, or of a quoted value in a tag: a `>` before it does not end the tag. */
function hiddenUntil(text: string, { sign, index, isInTag }: Mark, missing: Set<string>): number | undefined {
  const closing = sign === COMMENT ? '-->' : isInTag && sign.startsWith('=') ? sign.slice(-1) : undefined;
  if (closing === undefined || missing.has(closing)) return undefined;
  // `<!-->` is a whole comment
  const at = text.indexOf(closing, sign === COMMENT ? index + 2 : index + sign.length);
  if (at !== -1) return at + closing.length;
  missing.add(closing);
  return undefined;
}
