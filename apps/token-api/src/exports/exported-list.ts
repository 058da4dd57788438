// A list in pages → the lines of its CSV file, newest first, up to a number of rows.
import { type Cell, type CsvFormat, toCsvLine } from './csv.js';

/** As many as every spreadsheet opens. */
export const MOST_ROWS = 100_000;

/** Excel reads a file without it in the code page of its country. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Its first sign says that the line is no row: the first cell of every row is an id. */
export const CUT_LINE = toCsvLine([`# Cut: this file has the first ${MOST_ROWS} rows alone. Narrow the filters to get the others.`]);

/** The name of a column, and its cell. */
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

/** One text for each page: no more than that is in memory. */
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
