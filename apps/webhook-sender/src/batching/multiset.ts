/** A set that knows how often each of its members was added. */
export class Multiset {
  private readonly counts = new Map<string, number>();

  has(member: string): boolean {
    return this.counts.has(member);
  }

  countOf(member: string): number {
    return this.counts.get(member) ?? 0;
  }

  add(member: string): void {
    this.counts.set(member, this.countOf(member) + 1);
  }

  remove(member: string): void {
    const left = this.countOf(member) - 1;
    if (left > 0) this.counts.set(member, left);
    else this.counts.delete(member);
  }
}
