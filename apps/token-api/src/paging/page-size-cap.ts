/** What the rows of one answer take together, where a row may be of any size; the last one may go beyond it. A body may be as large. */
export const MOST_BYTES = 1024 * 1024;

/** A column of JSON, as the text that it takes in an answer. */
export const bytesOf = (column: string): string => `coalesce(octet_length(${column}::text), 0)`;

interface Rows {
  /** A SELECT with the columns below, one by which `order` goes, and `bytes`: what a row takes. */
  readonly select: string;
  readonly columns: readonly string[];
  readonly order: string;
}

/**
 * SQL: the rows from the first one on until they take MOST_BYTES, so that an answer fits into memory whatever was stored.
 * `found` of each says how many there are: more than come = the rest is for the next page.
 */
export const cappedBySize = ({ select, columns, order }: Rows): string => `
  SELECT ${columns.join(', ')}, found FROM (
    SELECT *, count(*) OVER ()::int AS found, sum(bytes) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - bytes AS "bytesBefore"
    FROM (${select}) AS row
  ) AS row
  WHERE "bytesBefore" < ${MOST_BYTES} ORDER BY ${order}`;
