import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Totals of a receiver's attempts in a minute, a quarter of an hour or a UTC day. They identify no parcel. */
@Entity('attempt_rollup')
export class AttemptRollupEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @PrimaryColumn({ type: 'text' })
  grain: 'minute' | 'quarter' | 'day';

  /** Start of the period. */
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

  /** Numbers of the non-empty latency buckets, in order. */
  @Column({ name: 'latency_buckets', type: 'smallint', array: true })
  latencyBuckets: number[];

  /** Number of deliveries in each of these buckets. */
  @Column({ name: 'latency_counts', type: 'integer', array: true })
  latencyCounts: number[];
}
