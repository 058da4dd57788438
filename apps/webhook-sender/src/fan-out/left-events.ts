/** Whose event a message is, and where it lies in its topic. */
export interface EventPlace {
  readonly account: number;
  readonly partition: number;
  readonly offset: number;
  /** Its partition is being read again: this event was seen before. */
  readonly isAgain: boolean;
}

/** How much memory an account's waiting events may have. */
export interface EventRoom {
  has(account: number): boolean;
  /** Room for many: reading again is worth it. */
  hasMuch(account: number): boolean;
}

interface LeftInPartition {
  /** The first event that was left, by account: this one and all behind it, up to where the partition was read, wait in the topic. */
  readonly from: Map<number, number>;
  /** Accounts whose events are taken while the partition is read again: none of them was refused on the way. */
  readonly served: Set<number>;
}

/**
 * Events that stay in topic `events` because their account fills its share of memory, and which of them go on when there is room again. In each
 * partition an account has one mark, the first event that was left, whatever number lies behind it. From the mark on the account's events are left, so
 * that they keep their order. The consumer asks it for these marks (`LeftMessages`).
 */
export class LeftEvents {
  private readonly partitions = new Map<number, LeftInPartition>();

  constructor(private readonly room: EventRoom) {}

  /** Whether the event is to be taken into memory now; otherwise it is left, or was taken before. */
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

  /** The partitions go to others, or come: all of their messages come from the committed offset on. */
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
