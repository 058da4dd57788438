/** Lets a few pieces of work go on at the same time; what comes beyond them is not begun. */
export class Semaphore {
  private under = 0;

  constructor(private readonly most: number) {}

  /** A place is given back when the work has ended, whether or not anybody still waits for it. @returns `otherwise` when there is no place */
  async run<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (this.under >= this.most) return otherwise;
    this.under++;
    return work().finally(() => this.under--);
  }
}
