import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a receiver's attempts of a minute, a quarter of an hour or a UTC day came to. No parcel can be recognised in it. */
@Entity('attempt_rollup')
export class AttemptRollupEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @PrimaryColumn({ type: 'text' })
  grain: 'minute' | 'quarter' | 'day';

  /** Its beginning. */
  @PrimaryColumn({ type: 'timestamptz' })
  bucket: Date;

  @PrimaryColumn({ type: 'text' })
  event: string;

  @PrimaryColumn({ type: 'text' })
  outcome: string;

  @PrimaryColumn({ name: 'http_status', type: 'smallint' })
  httpStatus: number;

  @Column({ type: 'integer' })
  attempts: number;

  @Column({ type: 'integer' })
  delivered: number;

  @Column({ type: 'integer' })
  exhausted: number;

  @Column({ type: 'integer' })
  expired: number;

  @Column({ type: 'integer' })
  cancelled: number;

  /** Numbers of the latency buckets that are not empty, in order. */
  @Column({ name: 'latency_buckets', type: 'smallint', array: true })
  latencyBuckets: number[];

  /** How many deliveries fell into each. */
  @Column({ name: 'latency_counts', type: 'integer', array: true })
  latencyCounts: number[];
}
