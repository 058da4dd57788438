import type { Clock } from '#libs/config';

/** After partitions were shared out anew: so long their former keepers may take to tell the table what is under way with them. */
const HAND_OVER_MS = 500;

/** Up to when a batch knows what the tables say. */
export interface Moment {
  readonly tenure: number;
  readonly spills: number;
}

/** The times between two goings of partitions: what was begun in one of them is void in the next. */
export class Tenures {
  private tenure = 0;
  private isBetween = false;
  private joinedMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  letGo(): void {
    this.isBetween = true;
    this.tenure += 1;
  }

  joined(): void {
    this.isBetween = false;
    this.joinedMs = this.clock.steadyMs();
  }

  /** Waits until the former keepers have said what is under way with them. @returns the tenure in which it was asked for, which may be over by then */
  async handedOver(): Promise<number> {
    const { tenure } = this;
    const waitMs = this.joinedMs + HAND_OVER_MS - this.clock.steadyMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return tenure;
  }

  isOver(tenure: number): boolean {
    return this.isBetween || tenure !== this.tenure;
  }
}
