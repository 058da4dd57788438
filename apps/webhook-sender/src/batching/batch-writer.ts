import { backOff } from '#libs/config';
import { done, isLasting, type Verdict } from '#libs/messaging';
import { BatchLoader } from './batch-loader.js';

/** The parts of a batch writer. */
export interface BatchWriterParts<Row> {
  /** All of them or none. @throws when the database cannot take them */
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** As in `BatchLoaderParts`. */
  readonly betweenMs: number;
  /** Called at each failure that is waited out. */
  readonly onFailure: (error: unknown, rows: number, failures: number) => void;
  /** What becomes of a row that no table takes. */
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

  /** Rows that are neither durable nor refused. */
  get unwritten(): number {
    return this.count;
  }

  /** Why they are not; undefined = the last statement worked, or none has ended yet. */
  get trouble(): string | undefined {
    return this.failure?.message;
  }

  /** Resolves with `done` when the row is durable; with what `refuse` says when no table can take it. */
  commit(row: Row): Promise<Verdict> {
    this.count += 1;
    return this.lots.add(row);
  }

  /** A broker or database that is down is waited out: nothing of these is committed, so a restart repeats them. */
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

  /** One row that no table takes must not hold up the others for ever: it is found by halves. */
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
