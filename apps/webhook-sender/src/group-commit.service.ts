import { performance } from 'node:perf_hooks';
import { backOff } from '#libs/config';
import { done, isLasting, type Verdict } from '#libs/messaging';

export interface GroupCommitParts<Row> {
  /** All of them or none. @throws when the database cannot take them */
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** Statements begin this far apart at least, ms: under load each takes many rows, when little happens each goes at once. */
  readonly betweenMs: number;
  /** Told at each failure that is waited out. */
  readonly onFailure: (error: unknown, rows: number, failures: number) => void;
  /** What becomes of a row that no table takes. */
  readonly refuse: (row: Row, error: Error) => Verdict;
}

interface Entry<Row> {
  readonly row: Row;
  readonly resolve: (verdict: Verdict) => void;
}

const MAX_ROWS = 1000;

/** While one batch is written the next gathers, so the cost per row falls as the load rises. */
export class GroupCommit<Row> {
  private waiting: Entry<Row>[] = [];
  private count = 0;
  private failure: Error | undefined;
  private isWriting = false;
  /** When the last statement began, on the monotonic clock. */
  private writtenAtMs = -Infinity;

  constructor(private readonly parts: GroupCommitParts<Row>) {}

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
    return new Promise((resolve) => {
      this.count += 1;
      this.waiting.push({ row, resolve });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const waitMs = this.writtenAtMs + this.parts.betweenMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      this.writtenAtMs = performance.now();
      await this.untilWritten(this.waiting.splice(0, MAX_ROWS));
    }
    this.isWriting = false;
  }

  /** A broker or database that is down is waited out: nothing of these is committed, so a restart repeats them. */
  private async untilWritten(entries: readonly Entry<Row>[]): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        await this.parts.write(entries.map(({ row }) => row));
        this.failure = undefined;
        return entries.forEach((entry) => this.end(entry, done));
      } catch (error) {
        this.failure = error as Error;
        this.parts.onFailure(error, entries.length, failures);
        if (isLasting(error)) return this.apart(entries, error as Error);
        await backOff(failures);
      }
    }
  }

  /** One row that no table takes must not hold up the others for ever: it is found by halves. */
  private async apart(entries: readonly Entry<Row>[], error: Error): Promise<void> {
    if (entries.length === 1) return this.end(entries[0]!, this.parts.refuse(entries[0]!.row, error));
    const middle = Math.ceil(entries.length / 2);
    await this.untilWritten(entries.slice(0, middle));
    await this.untilWritten(entries.slice(middle));
  }

  private end({ resolve }: Entry<Row>, verdict: Verdict): void {
    this.count -= 1;
    resolve(verdict);
  }
}
