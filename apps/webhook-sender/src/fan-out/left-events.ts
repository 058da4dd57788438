/** The account of an event message, and its place in the topic. */
export interface EventPlace {
  readonly account: number;
  readonly partition: number;
  readonly offset: number;
  /** The partition is being read again: this event was seen before. */
  readonly isAgain: boolean;
}

/** How much memory an account's waiting events may use. */
export interface EventRoom {
  has(account: number): boolean;
  /** True when there is room for many events, so that reading again is worth it. */
  hasMuch(account: number): boolean;
}

interface LeftInPartition {
  /** The first left event, by account. From it on, all events of the account wait in the topic, up to where the partition was read. */
  readonly from: Map<number, number>;
  /** Accounts whose events are taken while the partition is read again: none of their events was refused on the way. */
  readonly served: Set<number>;
}

/**
 * Events that stay in topic `events` because their account fills its share of memory. Decides which of them continue when there is room
 * again. In each partition an account has one mark: the first event that was left. From the mark on, the account's events are left, so that
 * they keep their order. The consumer asks for these marks (`LeftMessages`).
 */
export class LeftEvents {
  private readonly partitions = new Map<number, LeftInPartition>();

  constructor(private readonly room: EventRoom) {}

  /** Returns true when the event is to be taken into memory now; false when it is left, or was taken before. */
  takes({ account, partition, offset, isAgain }: EventPlace): boolean {
    const { from, served } = this.in(partition);
    const mark = from.get(account);
    if (mark === undefined) return !isAgain && this.takesNew({ account, offset }, from);
    if (!isAgain || offset < mark || !served.has(account)) return false;
    const hasRoom = this.room.has(account);
    from.set(account, hasRoom ? offset + 1 : offset);
    if (!hasRoom) served.delete(account);
    return hasRoom;
  }

  lowest(partition: number): number | undefined {
    return lowestOf([...this.in(partition).from.values()]);
  }

  begin(partition: number): number | undefined {
    const { from, served } = this.in(partition);
    served.clear();
    for (const account of from.keys()) if (this.room.hasMuch(account)) served.add(account);
    return lowestOf([...served].map((account) => from.get(account)!));
  }

  goesOn(partition: number): boolean {
    return this.in(partition).served.size > 0;
  }

  caughtUp(partition: number): void {
    const { from, served } = this.in(partition);
    for (const account of served) from.delete(account);
    served.clear();
  }

  /** Call this when partitions move: all their messages come again from the committed offset on. */
  clear(): void {
    this.partitions.clear();
  }

  private takesNew({ account, offset }: Pick<EventPlace, 'account' | 'offset'>, from: Map<number, number>): boolean {
    if (this.room.has(account)) return true;
    from.set(account, offset);
    return false;
  }

  private in(partition: number): LeftInPartition {
    const left = this.partitions.get(partition) ?? { from: new Map(), served: new Set() };
    this.partitions.set(partition, left);
    return left;
  }
}

const lowestOf = (offsets: readonly number[]): number | undefined =>
  offsets.length === 0 ? undefined : offsets.reduce((lowest, offset) => Math.min(lowest, offset));
