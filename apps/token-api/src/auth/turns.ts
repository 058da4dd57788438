/** The turn of one request. */
export interface Turn {
  /** Resolves when it has come; undefined when it is there at once. */
  readonly begun: Promise<void> | undefined;
  /** The next one's begins, or this one waits no more. Calling it again does nothing. */
  readonly end: () => void;
}

export interface TurnLimits {
  /** Most of one account at once. */
  readonly atOnce: number;
  /** Most of one account that wait. */
  readonly waiting: number;
}

interface Line {
  atWork: number;
  /** What begins each, in the order of their coming. */
  readonly waiting: Set<() => void>;
}

/** Who may work when: of each account so many at once, its further ones one after the other. */
export class Turns {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly limits: TurnLimits) {}

  /** @returns undefined when as many wait as may */
  take(account: number): Turn | undefined {
    const line = this.lineOf(account);
    if (line.atWork < this.limits.atOnce) {
      line.atWork++;
      return { begun: undefined, end: once(() => this.callNext(account, line)) };
    }
    return line.waiting.size < this.limits.waiting ? this.wait(account, line) : undefined;
  }

  /** Accounts with a request at work. */
  get size(): number {
    return this.lines.size;
  }

  private lineOf(account: number): Line {
    const line = this.lines.get(account) ?? { atWork: 0, waiting: new Set() };
    this.lines.set(account, line);
    return line;
  }

  private wait(account: number, line: Line): Turn {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    line.waiting.add(begin);
    const end = once(() => {
      const hasBegun = !line.waiting.delete(begin);
      if (hasBegun) this.callNext(account, line);
    });
    return { begun, end };
  }

  private callNext(account: number, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.atWork--;
    if (line.atWork === 0) this.lines.delete(account);
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
