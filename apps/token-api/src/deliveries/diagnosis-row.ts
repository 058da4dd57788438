import type { AttemptReason } from '#libs/contracts';

/** What one kind of end of an attempt means, and what to do. */
export interface DiagnosisRow {
  /** Any of these statuses; `5xx` = 500 to 599. */
  readonly statuses?: readonly (number | '5xx')[];
  /** Any of these reasons. */
  readonly reasons?: readonly AttemptReason[];
  readonly meaning: string;
  readonly toDo: string;
}
