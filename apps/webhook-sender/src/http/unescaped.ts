import { decodeHTML } from 'entities/decode';

/** What of a text it may be about. */
export interface Reading {
  readonly text: string;
  /** Where in the raw text each character begins, and where it ends; absent = it is the raw text. */
  readonly starts?: readonly number[];
}

/** A page may show what was escaped for something else: so many layers are taken off. */
const MOST_LAYERS = 5;
/**
 * Of JSON and JavaScript's escape(), of later JavaScript, Rust and PHP (`\u{e4}`); of URLs, forms and dumps, byte by byte; of HTML; and the bytes of one
 * character of UTF-8.
 */
const USUAL =
  /[\\%]u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}|\\["'\\/bfnrt]|(?:%|\\x)[0-9a-fA-F]{2}|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});|\+|[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g;
/** Of C and shells in octal, of quoted-printable mails, a soft line break included; and UTF-8. By themselves: in a form `=de` is a value that begins so. */
const OF_BYTES =
  /\\[0-3]?[0-7]{1,2}|=[0-9a-fA-F]{2}|=\r?\n|[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g;

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** How escapes are read: one way, then the other. */
export const ESCAPES: readonly RegExp[] = [USUAL, OF_BYTES];

/** What is spelled in one of the `ESCAPES`, spelled plainly; undefined when nothing of it is. */
export function unescaped(raw: string, escapes: RegExp): Reading | undefined {
  if (raw.search(escapes) < 0) return undefined;
  let reading: Reading = { text: raw };
  for (let layer = 0; layer < MOST_LAYERS && reading.text.search(escapes) >= 0; layer++) reading = replaced(reading, escapes, charOf);
  return reading;
}

/** A dump as one line. */
export const withoutBlanks = (raw: string): Reading => replaced({ text: raw }, /\s+/g, () => '');

function replaced({ text, starts }: Reading, pattern: RegExp, by: (found: string) => string): Reading {
  const plain: string[] = [];
  const plainStarts: number[] = [];
  let at = 0;
  const add = (spelled: string, length: number, step: number): void => {
    plain.push(spelled);
    for (let index = 0; index < spelled.length; index++) plainStarts.push(starts?.[at + index * step] ?? at + index * step);
    at += length;
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    add(text.slice(at, index), index - at, 1);
    add(by(found), found.length, 0);
  }
  add(text.slice(at), text.length - at, 1);
  plainStarts.push(starts?.[text.length] ?? text.length);
  return { text: plain.join(''), starts: plainStarts };
}

function charOf(escape: string): string {
  if (/^=\r?\n$/.test(escape)) return '';
  const octal = /^\\([0-7]+)$/.exec(escape);
  if (octal) return String.fromCharCode(Number.parseInt(octal[1]!, 8));
  const wide = /^\\u\{(.+)\}$/.exec(escape);
  if (wide) return fromCodePoint(Number.parseInt(wide[1]!, 16));
  const code = /^[\\%=](?:u(....)|x?([0-9a-fA-F]{2}))$/.exec(escape);
  if (code) return String.fromCharCode(Number.parseInt(code[1] ?? code[2]!, 16));
  if (escape.startsWith('&')) return decodeHTML(escape);
  if (escape === '+') return ' ';
  if (!escape.startsWith('\\')) return Buffer.from(escape, 'latin1').toString('utf8');
  const char = escape.charAt(1);
  return CONTROLS[char] ?? char;
}

const LAST_CODE_POINT = 0x10ffff;
const fromCodePoint = (code: number): string => (code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\ufffd');
