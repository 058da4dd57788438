import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An owner writes each second. An owner that has not written for this long, s, is gone. */
export const OWNER_GONE_AFTER_S = 15;

/** The process that owns a partition of topic delivery-attempts with all its receivers. */
@Entity('attempt_partition')
export class AttemptPartitionEntity {
  @PrimaryColumn({ type: 'integer' })
  partition: number;

  /** Raised whenever the partition gets a new owner. */
  @Column({ type: 'bigint', default: 1 })
  epoch: number;

  /** null = the owner has released the partition. */
  @Column({ type: 'uuid', nullable: true })
  owner: string | null;

  @Column({ name: 'seen_at', type: 'timestamptz', default: () => 'now()' })
  seenAt: Date;

  /** Attempts that the owner has not begun yet, in all its partitions. */
  @Column({ type: 'integer', default: 0 })
  ahead: number;
}
