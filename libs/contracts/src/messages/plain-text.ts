import { decodeHTMLStrict } from 'entities/decode';

/** What a reader of the HTML would see, on one line. Nothing in it can be taken for a tag, also not what its entities spelled. */
export const withoutHtml = (html: string): string => onOneLine(withoutTags(decodeHTMLStrict(withoutTags(html))));

export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll(' ,', ',').trim();

const COMMENT = '<!--';
/** A `<` before anything else is a sign of its own: `5 < 6, 7 > 3`. */
const MARKS = /<!--|<(?=[a-z/!?])|>|=\s*["']/gi;
const WITHOUT_END = /<(?=[a-z/!?])/gi;

/** Quotes in a tag that has no end may have hidden another one: the second look takes no notice of them. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const stripped = strip(strip(text, true), false);
  return stripped.replace(WITHOUT_END, ' ');
}

/** From the inner tags to the outer in one pass, for a tag torn apart by another must not come together. In time proportional to the text, whatever the text. */
function strip(text: string, heedsQuotes: boolean): string {
  const kept: string[] = [];
  /** The number of pieces that were kept before each tag that is open. */
  const opened: number[] = [];
  /** Ends that do not come any more: each is looked for once. */
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

/** Where a comment, or a quoted value in a tag, is over; its content ends no tag. */
function hiddenUntil(text: string, { sign, index, isInTag }: Mark, missing: Set<string>): number | undefined {
  const closing = sign === COMMENT ? '-->' : isInTag && sign.startsWith('=') ? sign.slice(-1) : undefined;
  if (closing === undefined || missing.has(closing)) return undefined;
  // `<!-->` is a whole comment
  const at = text.indexOf(closing, sign === COMMENT ? index + 2 : index + sign.length);
  if (at !== -1) return at + closing.length;
  missing.add(closing);
  return undefined;
}
