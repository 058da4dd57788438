import type { AttemptReason } from '#libs/contracts';

/** Explains one kind of end of an attempt, and says what to do. */
export interface DiagnosisRow {
  /** The row fits only these statuses; `5xx` = 500 to 599. */
  readonly statuses?: readonly (number | '5xx')[];
  /** The row fits only these reasons. */
  readonly reasons?: readonly AttemptReason[];
  readonly meaning: string;
  readonly toDo: string;
}
