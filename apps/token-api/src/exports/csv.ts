// CSV as RFC 4180 has it, safe to open in a spreadsheet.

export type Cell = string | number | boolean | Date | null | undefined;

/** Spreadsheets read a text that begins so as a formula, which can send the other cells to a stranger; some skip white space or fold wide signs. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** The apostrophe makes a spreadsheet show the text as it is. */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** In some countries a spreadsheet splits at `;` or a tab: within quotes it does not. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' ? harmless(cell) : String(cell);
}

export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => quoted(toText(cell))).join(',')}\r\n`;
