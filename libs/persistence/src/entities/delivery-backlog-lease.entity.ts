import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A webhook-sender before 1.0.0 wrote here which instance drains the backlog of a receiver. Goes after 1.0.0. */
@Entity('delivery_backlog_lease')
export class DeliveryBacklogLeaseEntity {
  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ type: 'bigint', default: 1 })
  version: number;

  @Column({ type: 'uuid', nullable: true })
  owner: string | null;

  @Column({ name: 'leased_until', type: 'timestamptz', nullable: true })
  leasedUntil: Date | null;

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
}
