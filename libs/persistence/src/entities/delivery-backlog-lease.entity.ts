import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which instance drains the backlog of a receiver, and the circuit that it sees. */
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
}
