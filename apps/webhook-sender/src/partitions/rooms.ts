/** How many more attempts each sender may get now. */
export class Rooms {
  private readonly roomOf: Map<string, number>;

  /**
   * @param rooms by sender
   * @param senderOf the sender that owns a receiver
   */
  constructor(
    rooms: ReadonlyMap<string, number>,
    private readonly senderOf: (receiverId: string) => string,
  ) {
    this.roomOf = new Map(rooms);
  }

  /** The room of all senders together. */
  get total(): number {
    return [...this.roomOf.values()].reduce((sum, room) => sum + Math.max(0, room), 0);
  }

  /** Returns true when each sender of these receivers has room for its share of the attempts. */
  isOpenTo(receiverIds: readonly string[]): boolean {
    const needed = new Map<string, number>();
    for (const receiverId of receiverIds) {
      const sender = this.senderOf(receiverId);
      needed.set(sender, (needed.get(sender) ?? 0) + 1);
    }
    return [...needed].every(([sender, count]) => (this.roomOf.get(sender) ?? 0) >= count);
  }

  /** Takes room for one attempt per receiver. */
  take(receiverIds: readonly string[]): void {
    for (const receiverId of receiverIds) this.roomOf.set(this.senderOf(receiverId), this.of(receiverId) - 1);
  }

  private of(receiverId: string): number {
    return this.roomOf.get(this.senderOf(receiverId)) ?? 0;
  }
}
