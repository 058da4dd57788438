import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An owner writes each second; one that has not written for so long, s, is gone. */
export const OWNER_GONE_AFTER_S = 15;

/** Which process owns a partition of topic delivery-attempts, with all receivers in it. */
@Entity('attempt_partition')
export class AttemptPartitionEntity {
  @PrimaryColumn({ type: 'integer' })
  partition: number;

  /** Raised whenever the partition gets an owner. */
  @Column({ type: 'bigint', default: 1 })
  epoch: number;

  /** null = its owner has released it. */
  @Column({ type: 'uuid', nullable: true })
  owner: string | null;

  @Column({ name: 'seen_at', type: 'timestamptz', default: () => 'now()' })
  seenAt: Date;

  /** Attempts that the owner has still to begin, of all its partitions. */
  @Column({ type: 'integer', default: 0 })
  ahead: number;
}
