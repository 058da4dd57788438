/** Before the text in PostgreSQL's binary form of jsonb; that of json is the text. */
const VERSION = Buffer.from([1]);
const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/**
 * Rows that are JSON as one parameter of type json, in its binary form. As one text of megabytes they would be joined, measured and written in a pass
 * each, and take twice as much where a single character is beyond Latin 1.
 */
export const jsonRows = (rows: readonly string[]): Buffer => Buffer.concat(partsOf(rows));

/** The same of type jsonb. */
export const jsonbRows = (rows: readonly string[]): Buffer => Buffer.concat([VERSION, ...partsOf(rows)]);

const partsOf = (rows: readonly string[]): Buffer[] => [
  OPEN,
  ...rows.flatMap((row, index) => (index === 0 ? [Buffer.from(row)] : [COMMA, Buffer.from(row)])),
  CLOSE,
];
