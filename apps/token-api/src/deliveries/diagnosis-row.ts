/** What one kind of end of an attempt means, and what to do. */
export interface DiagnosisRow {
  /** Any of these statuses; `5xx` = 500 to 599. */
  readonly statuses?: readonly (number | '5xx')[];
  /** `detail` has any of these words, which webhook-sender writes. */
  readonly words?: readonly string[];
  readonly meaning: string;
  readonly toDo: string;
}
