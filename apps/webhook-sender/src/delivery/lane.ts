/** One receiver's queue: at most `maxInFlight` at once, and never two of one consignment (design: lanes). */
export class Lane<Job> {
  /** Jobs that may start as soon as there is a slot, oldest first. */
  private readonly ready: Job[] = [];
  /** Jobs behind one of the same consignment that has not finished; a present key means one is ready or in flight. */
  private readonly behind = new Map<string, Job[]>();
  private started = 0;

  constructor(
    private readonly maxInFlight: number,
    private readonly consignmentOf: (job: Job) => string,
  ) {}

  add(job: Job): void {
    const behind = this.behind.get(this.consignmentOf(job));
    if (behind) behind.push(job);
    else {
      this.behind.set(this.consignmentOf(job), []);
      this.ready.push(job);
    }
  }

  /** The next job to start, which then holds a slot until `finish`; undefined = none may start now. */
  start(): Job | undefined {
    if (this.started >= this.maxInFlight) return undefined;
    const job = this.ready.shift();
    if (job !== undefined) this.started += 1;
    return job;
  }

  finish(job: Job): void {
    this.started -= 1;
    const consignment = this.consignmentOf(job);
    const next = this.behind.get(consignment)?.shift();
    if (next === undefined) this.behind.delete(consignment);
    else this.ready.push(next);
  }

  get inFlight(): number {
    return this.started;
  }

  get hasReady(): boolean {
    return this.ready.length > 0 && this.started < this.maxInFlight;
  }

  get isIdle(): boolean {
    return this.behind.size === 0;
  }
}
