import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Attempts that wait for less than this, s, only wait for their turn, not for the limits that the customer set. */
export const LIMITED_AFTER_S = 5;

/** The state of a receiver's queue, written by the owner of its partition. The row is valid while its epoch equals the partition's epoch. */
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

  /** Until when the receiver asked for a pause (`Retry-After`). */
  @Column({ name: 'held_until', type: 'timestamptz', nullable: true })
  heldUntil: Date | null;

  @Column({ name: 'held_http_status', type: 'smallint', nullable: true })
  heldHttpStatus: number | null;

  /** Since when attempts wait for the limits that the customer set. */
  @Column({ name: 'limited_since', type: 'timestamptz', nullable: true })
  limitedSince: Date | null;

  /** Since when the oldest of these attempts waits, in memory or in table delivery_overflow; null = no attempt waits, or not known. */
  @Column({ name: 'oldest_waiting_at', type: 'timestamptz', nullable: true })
  oldestWaitingAt: Date | null;

  /** Attempts in memory that wait for these limits. */
  @Column({ type: 'integer', default: 0 })
  waiting: number;
}
