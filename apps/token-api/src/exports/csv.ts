// Writes CSV (RFC 4180) that is safe to open in a spreadsheet.

export type Cell = string | number | boolean | Date | null | undefined;

/** Spreadsheets run such a text as a formula, which can send the other cells to a stranger. Some skip white space or accept full-width signs. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** The apostrophe makes a spreadsheet show the text as it is. */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Some spreadsheets also split at `;` or a tab, but never within quotes. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** The form of the lines. */
export interface CsvFormat {
  readonly separator: ',' | ';';
  /** A spreadsheet reads a text of digits as a number: it rounds a long number, and drops leading zeros. */
  readonly isForSpreadsheet: boolean;
}

export const PLAIN: CsvFormat = { separator: ',', isForSpreadsheet: false };

/** Twelve or more digits, or a leading zero. Excel shows a long number as 4.5E+11, keeps only fifteen digits and drops leading zeros. */
const SPOILT_NUMBER = /^(?:0\d+|[1-9]\d{11,})$/;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function toText(cell: Cell, { isForSpreadsheet }: CsvFormat): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  return isForSpreadsheet && SPOILT_NUMBER.test(cell) ? `'${cell}` : harmless(cell);
}

export const toCsvLine = (cells: readonly Cell[], format = PLAIN): string =>
  `${cells.map((cell) => quoted(toText(cell, format))).join(format.separator)}\r\n`;
