// Converts a list in pages to the lines of a CSV file, newest first, up to MOST_ROWS rows.
import { type Cell, type CsvFormat, toCsvLine } from './csv.js';

/** Every spreadsheet can open this many rows. */
export const MOST_ROWS = 100_000;

/** Without this mark, Excel reads the file in the code page of its country. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The `#` shows that the line is not a row: the first cell of every row is an id. */
export const CUT_LINE = toCsvLine([`# Cut: this file has only the first ${MOST_ROWS} rows. Narrow the filters to get the others.`]);

/** The cell of each column, by the column's name. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export interface RowsOfPage<Row> {
  readonly rows: readonly Row[];
  /** null = this was the last page. */
  readonly nextCursor: string | null;
}

/** @param cursor undefined = the first page */
export type ReadPage<Row> = (cursor: string | undefined) => Promise<RowsOfPage<Row>>;

interface Pages<Row> {
  readonly format?: CsvFormat;
  readonly first: RowsOfPage<Row>;
  readonly read: ReadPage<Row>;
}

/** Yields one text per page, so that memory holds only one page. */
export async function* toCsv<Row>(columns: Columns<Row>, { first, read, format }: Pages<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(Object.keys(columns), format);
  const cells = Object.values(columns);
  let room = MOST_ROWS;
  for (let page = first; ; page = await read(page.nextCursor ?? undefined)) {
    yield page.rows
      .slice(0, room)
      .map((row) =>
        toCsvLine(
          cells.map((cellOf) => cellOf(row)),
          format,
        ),
      )
      .join('');
    const isCut = page.rows.length > room || (page.rows.length === room && page.nextCursor !== null);
    if (isCut) yield CUT_LINE;
    if (isCut || page.nextCursor === null) return;
    room -= page.rows.length;
  }
}
