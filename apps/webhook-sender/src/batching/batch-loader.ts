/** The most statements of one kind at once: more would take the database's connections from the others. */
const AT_ONCE = 3;
/** After so long another statement may begin beside it. A statement whose rows lie in memory ends sooner, even in a busy database, so its lots stay large. */
const LONG_MS = 50;
/** A statement of more gains nothing and holds its rows for longer. */
const MOST_ITEMS = 1000;

/** The parts of a batch loader. */
export interface BatchLoaderParts<Item, Result> {
  /** @returns a result to each, in their order */
  readonly take: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Statements begin at least this far apart, ms: under load each takes many items, at rest each item goes at once. */
  readonly betweenMs?: number;
}

interface WaitingRead<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * While one statement is under way the next items gather, so the cost of each falls as the load rises.
 * One that takes long, for its rows lie on the disk, does not hold up those of the others: another goes beside it.
 */
export class BatchLoader<Item, Result> {
  private waiting: WaitingRead<Item, Result>[] = [];
  private underWay = 0;
  /** When the latest began, on the monotonic clock. */
  private begunMs = -Infinity;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(private readonly parts: BatchLoaderParts<Item, Result>) {}

  /** @throws what `take` throws, to all of a lot */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.nextLook) this.goOn();
    });
  }

  private goOn(): void {
    if (this.waiting.length === 0 || this.underWay === AT_ONCE) return;
    const waitMs = this.begunMs + (this.underWay > 0 ? LONG_MS : (this.parts.betweenMs ?? 0)) - performance.now();
    if (waitMs > 0) this.lookIn(waitMs);
    else void this.take(this.waiting.splice(0, MOST_ITEMS));
  }

  private lookIn(waitMs: number): void {
    this.nextLook = setTimeout(() => {
      this.nextLook = undefined;
      this.goOn();
    }, waitMs);
  }

  private async take(lot: readonly WaitingRead<Item, Result>[]): Promise<void> {
    this.underWay += 1;
    this.begunMs = performance.now();
    try {
      const results = await this.parts.take(lot.map(({ item }) => item));
      lot.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      lot.forEach(({ reject }) => reject(error));
    }
    this.underWay -= 1;
    clearTimeout(this.nextLook);
    this.nextLook = undefined;
    this.goOn();
  }
}
