/** One partition of a group's topics; offsets as texts, for they have 64 bits. */
export interface PartitionLook {
  /** Topic and partition. */
  readonly id: string;
  readonly low: string;
  readonly high: string;
  /** `-1` = nothing yet. */
  readonly committed: string;
}

/** What a group had read at a moment. */
export interface GroupLook {
  /** Taken before the offsets were asked for, epoch ms: messages published before then are below their ends. */
  readonly atMs: number;
  readonly partitions: readonly PartitionLook[];
  /** False while something is down that the group waits for: then the group pauses for a reason that passes. */
  readonly isWell: boolean;
}

export interface Reading {
  /** Everything that was published until then is read, committed, or will never be, epoch ms; absent = nothing is known yet. */
  readonly untilMs?: number;
  /** The ends to which the group has still to come. */
  readonly mark?: GroupLook | undefined;
  readonly lookedAtMs?: number;
  /** The state of each partition that is behind: where it stands, and for how long it has been seen there, ms. */
  readonly standing: ReadonlyMap<string, PartitionState>;
}

interface PartitionState {
  readonly next: bigint;
  readonly forMs: number;
}

/** A partition that has not moved for this long no longer counts: it is broken, or it ends in control records. */
const STANDSTILL_MS = 60 * 60 * 1000;

/** Two looks further apart prove no standstill: the brokers may have been away. */
const LONGEST_BETWEEN_MS = 10 * 60 * 1000;

export const NOTHING_READ: Reading = { standing: new Map() };

/**
 * Until when a group has read its topics, without the timestamps of messages, because producers write them: the ends of one moment are marked and
 * waited for, so a group that is always a little behind gets there too.
 */
export function readOn(known: Reading, look: GroupLook): Reading {
  const standing = standingOf(known, look);
  const reading = { ...sinceSetBack(known, look), standing, lookedAtMs: look.atMs };
  if (isReadTo(look, look, standing)) return { ...reading, untilMs: look.atMs, mark: undefined };
  if (reading.mark === undefined) return { ...reading, mark: look };
  return isReadTo(reading.mark, look, standing) ? { ...reading, untilMs: reading.mark.atMs, mark: look } : reading;
}

/** After a clock was set back, times that it gave before are in the future: messages that are published until then count as unread. */
function sinceSetBack({ untilMs, mark, ...known }: Reading, { atMs }: GroupLook): Reading {
  if (known.lookedAtMs !== undefined && atMs < known.lookedAtMs) return known;
  return { ...known, mark, ...(untilMs !== undefined && { untilMs }) };
}

/** Partitions that are passed over though they are behind. */
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

/** What retention has removed is not to be read any more. */
const nextOf = ({ low, committed }: PartitionLook): bigint => (BigInt(committed) < BigInt(low) ? BigInt(low) : BigInt(committed));
