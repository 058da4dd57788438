import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Attempts that wait for less, s, wait for their turn, not for the limits of the receiver's owner. */
export const LIMITED_AFTER_S = 5;

/** What the owner of a receiver's partition tells of its queue. The row counts while its epoch is that of the partition. */
@Entity('receiver_queue')
export class ReceiverQueueEntity {
  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'integer' })
  partition: number;

  @Column({ type: 'bigint' })
  epoch: number;

  @Column({ name: 'circuit_opened_at', type: 'timestamptz', nullable: true })
  circuitOpenedAt: Date | null;

  @Column({ name: 'probe_at', type: 'timestamptz', nullable: true })
  probeAt: Date | null;

  @Column({ name: 'held_since', type: 'timestamptz', nullable: true })
  heldSince: Date | null;

  /** Until then the receiver has asked to be left alone (`Retry-After`). */
  @Column({ name: 'held_until', type: 'timestamptz', nullable: true })
  heldUntil: Date | null;

  @Column({ name: 'held_http_status', type: 'smallint', nullable: true })
  heldHttpStatus: number | null;

  /** Since then attempts wait for the limits that the receiver's owner has set. */
  @Column({ name: 'limited_since', type: 'timestamptz', nullable: true })
  limitedSince: Date | null;

  /** Attempts that wait in memory for these limits. */
  @Column({ type: 'integer', default: 0 })
  waiting: number;
}
