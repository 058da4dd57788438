import { parseInstant } from '#libs/contracts';
import { type Cursor, type PagedList, parseCursor, toCursorText } from './cursor.js';

const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Which stretch of a list, newest first; times are those of the rows' creation. */
export interface PageRange {
  /** From here, included, epoch ms. */
  readonly fromMs?: number | undefined;
  /** To here, excluded, epoch ms. */
  readonly toMs?: number | undefined;
  readonly after?: Cursor | undefined;
  readonly limit: number;
}

export interface PageQuery {
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** A checked query → the stretch it asks for. */
export const toPageRange = (list: PagedList, { from, to, limit, cursor }: PageQuery): PageRange => ({
  fromMs: from === undefined ? undefined : parseInstant(withPlus(from)),
  toMs: to === undefined ? undefined : parseInstant(withPlus(to)),
  after: cursor === undefined ? undefined : parseCursor(list, cursor),
  limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
});

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Terms of a WHERE, only those that are asked for, so that the planner sees which index serves them. */
export class Terms {
  private readonly terms: string[] = [];
  private readonly parameters: unknown[] = [];

  /** @param term with `?` in the place of the value; left out when the value is undefined */
  add(term: string, value: unknown): this {
    if (value !== undefined) this.terms.push(term.replace('?', () => this.given(value)));
    return this;
  }

  /** @param id the column that tells rows of the same moment apart */
  addPageRange({ fromMs, toMs, after }: PageRange, id: string): this {
    this.add('created_at >= ?', fromMs === undefined ? undefined : new Date(fromMs).toISOString());
    this.add('created_at < ?', toMs === undefined ? undefined : new Date(toMs).toISOString());
    if (after) this.terms.push(`(created_at, ${id}) < (${this.given(after.createdAt)}::timestamptz, ${this.given(after.id)}::uuid)`);
    return this;
  }

  toCondition(): Condition {
    return { sql: this.terms.join(' AND '), parameters: this.parameters };
  }

  private given(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}

/** Column `createdAtText` of a list: `created_at` to the microsecond, as the table keeps it and the cursor needs it. */
export const CREATED_AT_TEXT = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAtText"`;

export interface Page<T> {
  readonly rows: readonly T[];
  /** null = this was the last page. */
  readonly nextCursor: string | null;
}

interface ListedRow {
  readonly createdAtText: string;
  /** How many rows there are, of which not all may have come (`fitting`). */
  readonly found?: number;
}

interface PageWish<T> {
  readonly list: PagedList;
  readonly limit: number;
  readonly idOf: (row: T) => string;
}

/** @param rows one more than `limit`, where there are more: that tells whether there is a next page */
export function toPage<T extends ListedRow>(rows: readonly T[], { list, limit, idOf }: PageWish<T>): Page<T> {
  const page = rows.slice(0, limit);
  const last = isMore(rows, limit) ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? toCursorText(list, { createdAt: last.createdAtText, id: idOf(last) }) : null };
}

/** Whether more rows were found than a page of `limit` shows. */
export const isMore = (rows: readonly { readonly found?: number }[], limit: number): boolean =>
  (rows[0]?.found ?? rows.length) > Math.min(rows.length, limit);

/** In a query string `+` means a blank: `…T10:00:00+02:00` typed as it is arrives as `…T10:00:00 02:00`. */
export const withPlus = (text: string): string => text.replace(/ (\d{2}:?\d{2})$/, '+$1');
