import { SECOND } from '#libs/config';

const FIRST = 10;
const PERIOD_MS = 10 * SECOND;
/** Beyond this number the oldest kind is forgotten, because an attacker can create many kinds. */
const MOST_KINDS = 1_000;

/** Writes a line. `repeated` = the number of similar lines that were left out since the previous line. */
type Write = (repeated?: number) => void;

interface Period {
  written: number;
  leftOut: number;
  /** Writes the latest omitted line. */
  latest: Write | undefined;
  readonly timer: NodeJS.Timeout;
}

/** Limits log lines that outsiders can cause in any number: per kind the first ten in 10 s, then one line for all others. */
export class Floods {
  private readonly periods = new Map<string, Period>();

  constructor(private readonly limits: { readonly first: number; readonly periodMs: number } = { first: FIRST, periodMs: PERIOD_MS }) {}

  line(kind: string, write: Write): void {
    const period = this.periods.get(kind) ?? this.begin(kind);
    if (period.written < this.limits.first) {
      period.written++;
      write();
      return;
    }
    period.leftOut++;
    period.latest = write;
  }

  /** Logs now for all lines that were left out so far. */
  flush(): void {
    for (const kind of this.periods.keys()) this.end(kind);
  }

  private begin(kind: string): Period {
    if (this.periods.size >= MOST_KINDS) this.end(this.periods.keys().next().value!);
    const timer = setTimeout(() => this.end(kind), this.limits.periodMs);
    const period: Period = { written: 0, leftOut: 0, latest: undefined, timer: timer.unref() };
    this.periods.set(kind, period);
    return period;
  }

  private end(kind: string): void {
    const { timer, latest, leftOut } = this.periods.get(kind)!;
    clearTimeout(timer);
    this.periods.delete(kind);
    latest?.(leftOut);
  }
}
