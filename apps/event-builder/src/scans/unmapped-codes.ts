/** Scans that nothing explains: of one code, or without a code of one pattern of texts. */
export interface UnmappedRow {
  readonly courier: string;
  readonly code: string;
  readonly subCode: string;
  /** What the texts have in common; '' for a code. */
  readonly pattern: string;
  readonly sampleText: string;
  readonly count: number;
  readonly lastSeen: Date;
}

export interface UnmappedArgs {
  /** Undefined: of all couriers. */
  readonly courier: string | undefined;
  readonly limit: number;
}

const HEADS = ['count', 'last seen', 'courier', 'code', 'sub code', 'pattern', 'sample text'];
const MOST_TEXT_CHARS = 100;

/** One line per code, in columns. */
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

/** Codes and texts are written by others: no control character of theirs reaches a terminal. */
function oneLine(text: string): string {
  const clean = [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')];
  return clean.length > MOST_TEXT_CHARS ? `${clean.slice(0, MOST_TEXT_CHARS - 1).join('')}…` : clean.join('');
}
