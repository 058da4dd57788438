/** The state of one partition of a group's topics. Offsets are texts, because they have 64 bits. */
export interface PartitionLook {
  /** Topic and partition. */
  readonly id: string;
  readonly low: string;
  readonly high: string;
  /** `-1` = the group has committed nothing. */
  readonly committed: string;
}

/** The offsets of a group at one time. */
export interface GroupLook {
  /** The time before the request for offsets, epoch ms: messages published before it lie below `high`. */
  readonly atMs: number;
  readonly partitions: readonly PartitionLook[];
  /** False while the group waits for something that is down: a reason that passes. */
  readonly isWell: boolean;
}

export interface Reading {
  /** Every message published until this time is committed or was given up, epoch ms; absent = unknown yet. */
  readonly untilMs?: number;
  /** The look whose ends the group has not reached. */
  readonly mark?: GroupLook | undefined;
  readonly lookedAtMs?: number;
  /** The state of each partition that is behind. */
  readonly standing: ReadonlyMap<string, PartitionState>;
}

interface PartitionState {
  /** The offset of the next message to read. */
  readonly next: bigint;
  /** How long the partition has stood there. */
  readonly forMs: number;
}

/** A partition that has stood still for this time no longer counts: it is broken, or it ends in control records. */
const STANDSTILL_MS = 60 * 60 * 1000;

/** Two looks further apart prove no standstill, because the brokers may have been away. */
const LONGEST_BETWEEN_MS = 10 * 60 * 1000;

export const NOTHING_READ: Reading = { standing: new Map() };

/**
 * Updates until when a group has read its topics. It does not use the timestamps of messages, because producers write them. It marks the ends of one
 * look and waits until the group has reached them, so it also works for a group that is always a little behind.
 */
export function readOn(known: Reading, look: GroupLook): Reading {
  const standing = standingOf(known, look);
  const reading = { ...sinceSetBack(known, look), standing, lookedAtMs: look.atMs };
  if (isReadTo(look, look, standing)) return { ...reading, untilMs: look.atMs, mark: undefined };
  if (reading.mark === undefined) return { ...reading, mark: look };
  return isReadTo(reading.mark, look, standing) ? { ...reading, untilMs: reading.mark.atMs, mark: look } : reading;
}

/** After the clock was set back, earlier times lie in the future, and messages published until then would count as read. They are forgotten. */
function sinceSetBack({ untilMs, mark, ...known }: Reading, { atMs }: GroupLook): Reading {
  if (known.lookedAtMs !== undefined && atMs < known.lookedAtMs) return known;
  return { ...known, mark, ...(untilMs !== undefined && { untilMs }) };
}

/** Returns the partitions that are behind and no longer count. */
export const passedOver = ({ standing }: Pick<Reading, 'standing'>): string[] =>
  [...standing].filter(([, { forMs }]) => forMs >= STANDSTILL_MS).map(([id]) => id);

function standingOf({ standing, lookedAtMs }: Reading, { atMs, partitions, isWell }: GroupLook): ReadonlyMap<string, PartitionState> {
  const passedMs = isWell ? Math.min(Math.max(atMs - (lookedAtMs ?? atMs), 0), LONGEST_BETWEEN_MS) : 0;
  const behind = partitions.filter((each) => nextOf(each) < BigInt(each.high));
  return new Map(
    behind.map((each) => {
      const next = nextOf(each);
      const known = standing.get(each.id);
      return [each.id, { next, forMs: isWell && known?.next === next ? known.forMs + passedMs : 0 }];
    }),
  );
}

function isReadTo(mark: GroupLook, look: GroupLook, standing: ReadonlyMap<string, PartitionState>): boolean {
  const over = new Set(passedOver({ standing }));
  const now = new Map(look.partitions.map((each) => [each.id, each]));
  return mark.partitions.every(({ id, high }) => {
    const partition = now.get(id);
    if (partition === undefined || over.has(id)) return true;
    // A topic that was deleted and created again ends before its mark.
    const end = BigInt(high) < BigInt(partition.high) ? high : partition.high;
    return nextOf(partition) >= BigInt(end);
  });
}

/** Messages that retention has removed are not unread. */
const nextOf = ({ low, committed }: PartitionLook): bigint => (BigInt(committed) < BigInt(low) ? BigInt(low) : BigInt(committed));
