import type { DeliveryAttempt } from '#libs/contracts';

type Link = Pick<DeliveryAttempt, 'deliveryId'>;

/** The attempts in flight of each delivery: usually one, more after a kill has forked the chain of retries. */
export class DeliveryChains<Verdict> {
  private readonly last = new Map<string, { verdict: Promise<Verdict> | undefined; links: number }>();

  /** @returns the verdict to wait for, when another attempt of the same delivery is under way */
  begin({ deliveryId }: Link, verdict: Promise<Verdict> | undefined): Promise<Verdict> | undefined {
    const before = this.last.get(deliveryId);
    this.last.set(deliveryId, { verdict, links: (before?.links ?? 0) + 1 });
    return before?.verdict;
  }

  end({ deliveryId }: Link): void {
    const chain = this.last.get(deliveryId);
    if (chain === undefined) return;
    if (chain.links > 1) this.last.set(deliveryId, { ...chain, links: chain.links - 1 });
    else this.last.delete(deliveryId);
  }
}
