/** A set that knows how often each of its members was added. */
export class Bag {
  private readonly counts = new Map<string, number>();

  has(member: string): boolean {
    return this.counts.has(member);
  }

  add(member: string): void {
    this.counts.set(member, (this.counts.get(member) ?? 0) + 1);
  }

  remove(member: string): void {
    const left = (this.counts.get(member) ?? 0) - 1;
    if (left > 0) this.counts.set(member, left);
    else this.counts.delete(member);
  }
}
