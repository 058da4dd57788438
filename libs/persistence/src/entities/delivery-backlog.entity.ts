import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An attempt that does not fit into the queue of its receiver. */
@Entity('delivery_backlog')
export class DeliveryBacklogEntity {
  @PrimaryGeneratedColumn('identity', { name: 'backlog_id', type: 'bigint', generatedIdentity: 'ALWAYS' })
  backlogId: number;

  @Column({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'text', nullable: true })
  traceparent: string | null;

  @Column({ name: 'spilled_at', type: 'timestamptz', default: () => 'now()' })
  spilledAt: Date;

  @Column({ name: 'spilled_by', type: 'uuid' })
  spilledBy: string;

  @Column({ name: 'not_before', type: 'timestamptz', nullable: true })
  notBefore: Date | null;
}
