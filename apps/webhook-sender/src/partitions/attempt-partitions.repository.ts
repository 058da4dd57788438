// table attempt_partition: which process owns which partition of topic delivery-attempts, in which epoch, and how much waits there
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OWNER_GONE_AFTER_S, prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';

/** A partition that another process owns. */
export interface PeerPartition {
  readonly partition: number;
  readonly owner: string;
  /** Attempts that its owner has still to begin, of all its partitions. */
  readonly ahead: number;
}

interface PartitionRow extends PeerPartition {
  readonly epoch: number;
}

/** Each claim raises the epoch: what an earlier owner wrote with an older one is refused from then on. */
const CLAIM = prepared(`
  INSERT INTO attempt_partition AS p (partition, owner) SELECT partition, $2 FROM unnest($1::integer[]) AS given(partition) ORDER BY 1
  ON CONFLICT (partition) DO UPDATE SET epoch = p.epoch + 1, owner = EXCLUDED.owner, seen_at = now(), ahead = 0
  RETURNING partition, epoch::float8 AS epoch`);

/**
 * An owner that has been silent for so long is gone. While its group answers it writes twice a second at least; during a move it writes its markers,
 * releases its partitions and writes no more. Stalled for longer in a move, it may double what it has in flight.
 */
const SILENT_S = 8;

const HELD_ELSEWHERE = `
  SELECT count(*)::integer AS count FROM attempt_partition
  WHERE partition = ANY($1::integer[]) AND owner <> $2 AND seen_at > now() - interval '${SILENT_S} seconds'`;

const RELEASE = `
  UPDATE attempt_partition AS p SET owner = NULL FROM unnest($1::integer[], $2::bigint[]) AS given(partition, epoch)
  WHERE p.partition = given.partition AND p.epoch = given.epoch`;

/** What was claimed meanwhile is passed over: its new owner tells. */
const TELL = prepared(`
  WITH own AS (
    UPDATE attempt_partition SET seen_at = now(), ahead = $2
    WHERE partition IN (SELECT partition FROM attempt_partition WHERE owner = $1 ORDER BY partition FOR UPDATE SKIP LOCKED)
  )
  SELECT partition, epoch::float8 AS epoch, owner, ahead FROM attempt_partition
  WHERE owner = $1 OR owner IS NOT NULL AND seen_at > now() - interval '${OWNER_GONE_AFTER_S} seconds'`);

/** Reads and writes table `attempt_partition`. */
@Injectable()
export class AttemptPartitionsRepository {
  /** This process. */
  readonly owner = randomUUID();

  constructor(private readonly dataSource: DataSource) {}

  /** @returns the epoch of each partition */
  async claim(partitions: readonly number[]): Promise<Map<number, number>> {
    if (partitions.length === 0) return new Map();
    const rows = await this.dataSource.query<{ partition: number; epoch: number }[]>(CLAIM, [partitions, this.owner]);
    return new Map(rows.map(({ partition, epoch }) => [partition, epoch]));
  }

  /** How many of these partitions another process has not released yet, and lives. */
  async heldElsewhere(partitions: readonly number[]): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(HELD_ELSEWHERE, [partitions, this.owner]);
    return row.count;
  }

  /** All that their next owners must know is written. @param epochs as they were claimed */
  async release(epochs: ReadonlyMap<number, number>): Promise<void> {
    if (epochs.size > 0) await this.dataSource.query(RELEASE, [[...epochs.keys()], [...epochs.values()]]);
  }

  /**
   * Writes that this process lives and how many attempts wait here.
   * @returns the epochs of this process's partitions, and how many attempts wait at the other senders
   */
  async tell(ahead: number): Promise<{ own: ReadonlyMap<number, number>; peers: readonly PeerPartition[] }> {
    const rows = await this.dataSource.query<PartitionRow[]>(TELL, [this.owner, ahead]);
    const own = rows.filter(({ owner }) => owner === this.owner);
    return { own: new Map(own.map(({ partition, epoch }) => [partition, epoch])), peers: rows.filter(({ owner }) => owner !== this.owner) };
  }
}
