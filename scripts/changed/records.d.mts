/** Paths from the root. A slash at the end means all that lies below. */
export interface Facts {
  readonly reads: readonly string[];
  readonly lists: readonly string[];
  /** Programs, and `command NAME` of the command line. */
  readonly starts: readonly string[];
}
export function writeRecord(root: string, file: string, facts: Facts): void;
export function readRecord(root: string, file: string): Facts | undefined;
