// table attempt_partition: the owner and epoch of each partition of topic delivery-attempts, and how many attempts wait there
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OWNER_GONE_AFTER_S, prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';

/** A partition that another process owns. */
export interface PeerPartition {
  readonly partition: number;
  readonly owner: string;
  /** How many attempts the owner has still to begin, in all its partitions. */
  readonly ahead: number;
}

interface PartitionRow extends PeerPartition {
  readonly epoch: number;
}

/** Each claim raises the epoch; later writes of an earlier owner with an older epoch are refused. */
const CLAIM = prepared(`
  INSERT INTO attempt_partition AS p (partition, owner) SELECT partition, $2 FROM unnest($1::integer[]) AS given(partition) ORDER BY 1
  ON CONFLICT (partition) DO UPDATE SET epoch = p.epoch + 1, owner = EXCLUDED.owner, seen_at = now(), ahead = 0
  RETURNING partition, epoch::float8 AS epoch`);

/**
 * An owner that is silent for this long counts as gone. While its group answers, an owner writes at least twice a second. During a move it
 * writes its markers, releases its partitions and writes no more. If it stalls longer during a move, its attempts in flight may be made
 * twice.
 */
const SILENT_S = 8;

const HELD_ELSEWHERE = `
  SELECT count(*)::integer AS count FROM attempt_partition
  WHERE partition = ANY($1::integer[]) AND owner <> $2 AND seen_at > now() - interval '${SILENT_S} seconds'`;

const RELEASE = `
  UPDATE attempt_partition AS p SET owner = NULL FROM unnest($1::integer[], $2::bigint[]) AS given(partition, epoch)
  WHERE p.partition = given.partition AND p.epoch = given.epoch`;

/** Skips partitions that were claimed meanwhile: their new owner reports them. */
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
  /** The id of this process. */
  readonly owner = randomUUID();

  constructor(private readonly dataSource: DataSource) {}

  /** @returns the epoch of each partition */
  async claim(partitions: readonly number[]): Promise<Map<number, number>> {
    if (partitions.length === 0) return new Map();
    const rows = await this.dataSource.query<{ partition: number; epoch: number }[]>(CLAIM, [partitions, this.owner]);
    return new Map(rows.map(({ partition, epoch }) => [partition, epoch]));
  }

  /** Counts the partitions that another living process has not released yet. */
  async heldElsewhere(partitions: readonly number[]): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(HELD_ELSEWHERE, [partitions, this.owner]);
    return row.count;
  }

  /**
   * Releases partitions when everything that their next owners need is written.
   * @param epochs the epochs of the claims
   */
  async release(epochs: ReadonlyMap<number, number>): Promise<void> {
    if (epochs.size > 0) await this.dataSource.query(RELEASE, [[...epochs.keys()], [...epochs.values()]]);
  }

  /**
   * Reports that this process is alive and how many attempts wait here.
   * @returns the epochs of this process's partitions, and how many attempts wait at the other senders
   */
  async tell(ahead: number): Promise<{ own: ReadonlyMap<number, number>; peers: readonly PeerPartition[] }> {
    const rows = await this.dataSource.query<PartitionRow[]>(TELL, [this.owner, ahead]);
    const own = rows.filter(({ owner }) => owner === this.owner);
    return { own: new Map(own.map(({ partition, epoch }) => [partition, epoch])), peers: rows.filter(({ owner }) => owner !== this.owner) };
  }
}
