// CSV as RFC 4180 has it, safe to open in a spreadsheet.

export type Cell = string | number | boolean | Date | null | undefined;

/** Spreadsheets read a text that begins so as a formula, which can send the other cells to a stranger; some skip white space or fold wide signs. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** The apostrophe makes a spreadsheet show the text as it is. */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** In some countries a spreadsheet splits at `;` or a tab: within quotes it does not. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** How a reader wants the lines. */
export interface CsvFormat {
  readonly separator: ',' | ';';
  /** A spreadsheet reads a text of digits as a number: it rounds a long number, and drops leading zeros. */
  readonly isForSpreadsheet: boolean;
}

export const PLAIN: CsvFormat = { separator: ',', isForSpreadsheet: false };

/** Twelve digits or more, or a leading zero: Excel shows such a number as 4.5E+11, and keeps fifteen digits. */
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
