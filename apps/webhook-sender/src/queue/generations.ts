import type { Clock } from '#libs/config';

/** After an assignment, the former owners may take this long to write their in-flight attempts to the table. */
const HAND_OVER_MS = 500;

/** Up to when a batch knows what the tables say. */
export interface IntakeMark {
  readonly generation: number;
  readonly overflowWrites: number;
}

/** Counts partition assignments; work begun under an earlier one is void. */
export class Generations {
  private generation = 0;
  private isBetween = false;
  private assignedMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  onPartitionsRevoked(): void {
    this.isBetween = true;
    this.generation += 1;
  }

  onPartitionsAssigned(): void {
    this.isBetween = false;
    this.assignedMs = this.clock.steadyMs();
  }

  /** Waits until the former owners have written their in-flight attempts. @returns the generation at the time of the call; it may be over by then */
  async handedOver(): Promise<number> {
    const { generation } = this;
    const waitMs = this.assignedMs + HAND_OVER_MS - this.clock.steadyMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return generation;
  }

  isOver(generation: number): boolean {
    return this.isBetween || generation !== this.generation;
  }
}
