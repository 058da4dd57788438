// CSV as RFC 4180 has it, safe to open in a spreadsheet.

export type Cell = string | number | boolean | Date | null | undefined;

/** Spreadsheets read a text that begins so as a formula, which can send the other cells to a stranger. */
const FORMULA = /^[=+\-@\t\r]/;

/** The apostrophe makes a spreadsheet show the text as it is. */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' ? harmless(cell) : String(cell);
}

export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => quoted(toText(cell))).join(',')}\r\n`;
