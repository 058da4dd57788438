export interface Change {
  readonly file: string;
  /** The file was added or deleted. */
  readonly isNews: boolean;
}
export function changesSince(root: string, commit: string): Change[];
export function filesOf(root: string): string[];
