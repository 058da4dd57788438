import { createHash } from 'node:crypto';

/** Returns the index below `count` that a receiver keeps, the same on every instance. */
export const homeOf = (receiverId: string, count: number): number =>
  createHash('sha256').update(receiverId).digest().readUInt32BE() % count;

/** Chooses the proxy of each receiver: the same proxy while it works, then the next working one. */
export class ProxyRing {
  private readonly chosen = new Map<string, number>();
  private readonly restingUntilMs: number[];

  /** @param restMs for this long, a failed proxy is asked last */
  constructor(
    private readonly count: number,
    private readonly restMs: number,
  ) {
    this.restingUntilMs = Array.from({ length: count }, () => 0);
  }

  of(receiverId: string): number {
    const index = this.chosen.get(receiverId) ?? homeOf(receiverId, this.count);
    this.chosen.set(receiverId, index);
    return index;
  }

  /** Returns every proxy once, in the order of the tries. */
  order(receiverId: string, nowMs: number): readonly number[] {
    const first = this.of(receiverId);
    const turns = Array.from({ length: this.count }, (_, step) => (first + step) % this.count);
    return turns.toSorted((a, b) => Number(this.isResting(a, nowMs)) - Number(this.isResting(b, nowMs)));
  }

  /** Assigns this proxy to the receiver. */
  stay(receiverId: string, index: number): void {
    this.chosen.set(receiverId, index);
  }

  failed(index: number, nowMs: number): void {
    this.restingUntilMs[index] = nowMs + this.restMs;
  }

  works(index: number): void {
    this.restingUntilMs[index] = 0;
  }

  forget(receiverId: string): void {
    this.chosen.delete(receiverId);
  }

  private isResting(index: number, nowMs: number): boolean {
    return nowMs < (this.restingUntilMs[index] ?? 0);
  }
}
