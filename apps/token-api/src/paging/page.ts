import { isCalendarDateText, parseInstant } from '#libs/contracts';
import { UUID_PATTERN } from '../validation/field-rules.js';

/** A cursor is valid only in its own list: in another list, the page would begin at an arbitrary row. */
export type PagedList = 'events' | 'deliveries' | 'consignments' | 'notifications' | 'redeliveries';

/** The last row of a page. The next page begins after this row, whatever was inserted meanwhile. */
interface Cursor {
  /** ISO 8601 in UTC with microseconds, as PostgreSQL keeps it. */
  readonly createdAt: string;
  readonly id: string;
}

const CREATED_AT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{6}Z$/;

/** Opaque to callers. */
export const toCursorText = (list: PagedList, { createdAt, id }: Cursor): string =>
  Buffer.from([list, createdAt, id].join('|')).toString('base64url');

/** Returns undefined when the text is not a cursor of this list. */
export function parseCursor(list: PagedList, text: string): Cursor | undefined {
  const [of, createdAt = '', id = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  const isOurs =
    of === list && rest.length === 0 && CREATED_AT.test(createdAt) && isCalendarDateText(createdAt.slice(0, 10)) && UUID_PATTERN.test(id);
  return isOurs ? { createdAt, id } : undefined;
}

/** The most bytes in one answer, for rows of any size; the last row may exceed this limit. A body may be as large. */
export const MOST_BYTES = 1024 * 1024;

/** SQL for the bytes of a JSON column as text in an answer. */
export const bytesOf = (column: string): string => `coalesce(octet_length(${column}::text), 0)`;

interface Rows {
  /** A SELECT with `columns`, the column of `order`, and `bytes`, the size of a row. */
  readonly select: string;
  readonly columns: readonly string[];
  readonly order: string;
}

/**
 * SQL that returns rows until they take MOST_BYTES, so that an answer fits into memory whatever was stored.
 * `found` is the number of rows that exist. If it exceeds the number of returned rows, the next page has the rest.
 */
export const cappedBySize = ({ select, columns, order }: Rows): string => `
  SELECT ${columns.join(', ')}, found FROM (
    SELECT *, count(*) OVER ()::int AS found, sum(bytes) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - bytes AS "bytesBefore"
    FROM (${select}) AS row
  ) AS row
  WHERE "bytesBefore" < ${MOST_BYTES} ORDER BY ${order}`;

const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** A section of a list, newest first, between two creation times. */
export interface PageRange {
  /** Inclusive, epoch ms. */
  readonly fromMs?: number | undefined;
  /** Exclusive, epoch ms. */
  readonly toMs?: number | undefined;
  readonly after?: Cursor | undefined;
  readonly limit: number;
}

interface PageQuery {
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** Converts a checked query to a section of a list. */
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

/** Collects only the terms of a WHERE that the query asks for, so that the planner chooses the right index. */
export class Terms {
  private readonly terms: string[] = [];
  private readonly parameters: unknown[] = [];

  /** @param term with a `?` in the place of each value; left out when a value is undefined */
  add(term: string, ...values: readonly unknown[]): this {
    if (values.includes(undefined)) return this;
    const given = values.values();
    this.terms.push(term.replaceAll('?', () => this.given(given.next().value)));
    return this;
  }

  /**
   * @param id the column that distinguishes rows of the same moment
   * @param at the column by which the list is ordered
   */
  addPageRange({ fromMs, toMs, after }: PageRange, id: string, at = 'created_at'): this {
    this.add(`${at} >= ?`, fromMs === undefined ? undefined : new Date(fromMs).toISOString());
    this.add(`${at} < ?`, toMs === undefined ? undefined : new Date(toMs).toISOString());
    if (after) this.terms.push(`(${at}, ${id}) < (${this.given(after.createdAt)}::timestamptz, ${this.given(after.id)}::uuid)`);
    return this;
  }

  toCondition(): Condition {
    return { sql: this.terms.join(' AND '), parameters: this.parameters };
  }

  /** @returns the placeholder of a value in a term, such as `$3` */
  given(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** null = this is the last page. */
  readonly nextCursor: string | null;
}

interface ListedRow {
  readonly createdAtText: string;
  /** The number of rows that exist, which can exceed the number of returned rows (`cappedBySize`). */
  readonly found?: number;
}

interface PageOptions<T> {
  readonly list: PagedList;
  readonly limit: number;
  readonly idOf: (row: T) => string;
}

/** @param rows up to `limit` + 1 rows: the extra row shows that a next page exists */
export function toPage<T extends ListedRow>(rows: readonly T[], { list, limit, idOf }: PageOptions<T>): Page<T> {
  const page = rows.slice(0, limit);
  const last = isMore(rows, limit) ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? toCursorText(list, { createdAt: last.createdAtText, id: idOf(last) }) : null };
}

/** True when more rows exist than a page of `limit` shows. */
export const isMore = (rows: readonly { readonly found?: number }[], limit: number): boolean =>
  (rows[0]?.found ?? rows.length) > Math.min(rows.length, limit);

/** Restores a `+`, which means a blank in a query string: an unescaped `…T10:00:00+02:00` arrives as `…T10:00:00 02:00`. */
export const withPlus = (text: string): string => text.replace(/ (\d{2}:?\d{2})$/, '+$1');
