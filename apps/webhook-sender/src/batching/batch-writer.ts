import { backOff } from '#libs/config';
import { done, isLasting, type Verdict } from '#libs/messaging';
import { BatchLoader } from './batch-loader.js';

/** The parts of a batch writer. */
export interface BatchWriterParts<Row> {
  /**
   * Writes all rows or none.
   * @throws when the database does not accept them
   */
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** As in `BatchLoaderParts`. */
  readonly betweenMs: number;
  /** Called after each failed write. */
  readonly onFailure: (error: unknown, rows: number, failures: number) => void;
  /** Gives the verdict on a row that the database refuses for good. */
  readonly refuse: (row: Row, error: Error) => Verdict;
}

/** Writes rows in batches. Each caller waits until its row is durable. */
export class BatchWriter<Row> {
  private readonly lots: BatchLoader<Row, Verdict>;
  private count = 0;
  private failure: Error | undefined;

  constructor(private readonly parts: BatchWriterParts<Row>) {
    this.lots = new BatchLoader({ take: (rows) => this.untilWritten(rows), betweenMs: parts.betweenMs });
  }

  /** The number of rows that are neither durable nor refused. */
  get unwritten(): number {
    return this.count;
  }

  /** The error of the last write; undefined when it succeeded or none has ended yet. */
  get trouble(): string | undefined {
    return this.failure?.message;
  }

  /** Resolves with `done` when the row is durable, or with the verdict of `refuse` when the database refuses the row. */
  commit(row: Row): Promise<Verdict> {
    this.count += 1;
    return this.lots.add(row);
  }

  /**
   * Tries until the broker and the database accept the rows. The offsets of these rows are not committed meanwhile, so a restart repeats
   * them.
   */
  private async untilWritten(rows: readonly Row[]): Promise<Verdict[]> {
    for (let failures = 1; ; failures++) {
      try {
        await this.parts.write(rows);
        this.failure = undefined;
        this.count -= rows.length;
        return rows.map(() => done);
      } catch (error) {
        this.failure = error as Error;
        this.parts.onFailure(error, rows.length, failures);
        if (isLasting(error)) return this.apart(rows, error as Error);
        await backOff(failures);
      }
    }
  }

  /** Halves the batch until the refused row is alone: one bad row must not hold up the others for ever. */
  private async apart(rows: readonly Row[], error: Error): Promise<Verdict[]> {
    if (rows.length === 1) return [this.refused(rows[0]!, error)];
    const middle = Math.ceil(rows.length / 2);
    return [...(await this.untilWritten(rows.slice(0, middle))), ...(await this.untilWritten(rows.slice(middle)))];
  }

  private refused(row: Row, error: Error): Verdict {
    this.count -= 1;
    return this.parts.refuse(row, error);
  }
}
