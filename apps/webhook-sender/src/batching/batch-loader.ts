/** The most concurrent statements of one kind: more would take database connections from other work. */
const AT_ONCE = 3;
/**
 * After this long, another statement may start beside a running one. A statement on cached rows ends sooner, even in a busy database, so
 * batches stay large.
 */
const LONG_MS = 50;
/** Larger batches gain nothing and hold their rows for longer. */
const MOST_ITEMS = 1000;

/** The parts of a batch loader. */
export interface BatchLoaderParts<Item, Result> {
  /** @returns one result per item, in the order of the items */
  readonly take: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * The least time between the starts of two statements, ms. Under load each statement takes many items; at rest each item goes at once.
   */
  readonly betweenMs?: number;
}

interface WaitingRead<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Loads items in batches. Items gather while a statement runs, so the cost per item falls as the load rises. A slow statement, whose rows
 * lie on disk, does not hold up later items: another statement starts beside it.
 */
export class BatchLoader<Item, Result> {
  private waiting: WaitingRead<Item, Result>[] = [];
  private underWay = 0;
  /** When the latest statement began, on the monotonic clock. */
  private begunMs = -Infinity;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(private readonly parts: BatchLoaderParts<Item, Result>) {}

  /** @throws what `take` throws; all items of a batch fail together */
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
