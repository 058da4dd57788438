/** Unexplained scans with the same code or, without a code, with the same text pattern. */
export interface UnmappedRow {
  readonly courier: string;
  readonly code: string;
  readonly subCode: string;
  /** The common part of the texts; '' for a code. */
  readonly pattern: string;
  readonly sampleText: string;
  readonly count: number;
  readonly lastSeen: Date;
}

export interface UnmappedArgs {
  /** undefined = all couriers. */
  readonly courier: string | undefined;
  readonly limit: number;
}

const HEADS = ['count', 'last seen', 'courier', 'code', 'sub code', 'pattern', 'sample text'];
const MOST_TEXT_CHARS = 100;

/** Returns a table with one line per code. */
export function unmappedTable(rows: readonly UnmappedRow[]): string {
  if (rows.length === 0) return 'Nothing is unmapped.';
  const cells = rows.map(({ count, lastSeen, courier, code, subCode, pattern, sampleText }) =>
    [String(count), `${lastSeen.toISOString().slice(0, 19)}Z`, courier, code || '–', subCode || '–', pattern || '–', sampleText].map(
      oneLine,
    ),
  );
  const widths = HEADS.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [HEADS, ...cells].map((row) => line(row).trimEnd()).join('\n');
}

/** Codes and texts come from others: removes control characters before they reach a terminal. */
function oneLine(text: string): string {
  const clean = [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')];
  return clean.length > MOST_TEXT_CHARS ? `${clean.slice(0, MOST_TEXT_CHARS - 1).join('')}…` : clean.join('');
}
