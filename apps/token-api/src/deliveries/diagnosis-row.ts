/** What one kind of end means, and what to do. Also a row of docs/where-is-my-webhook.md, which is written from here. */
export interface DiagnosisRow {
  /** Any of these statuses; `5xx` = 500 to 599. */
  readonly statuses?: readonly (number | '5xx')[];
  /** `detail` has any of these words, which webhook-sender writes. */
  readonly words?: readonly string[];
  readonly meaning: string;
  readonly toDo: string;
  /** Where the documentation says more. */
  readonly see?: string;
}
