import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An attempt that does not fit into the queue of its receiver. */
@Entity('delivery_overflow')
export class DeliveryOverflowEntity {
  @PrimaryGeneratedColumn('identity', { name: 'overflow_id', type: 'bigint', generatedIdentity: 'ALWAYS' })
  overflowId: number;

  @Column({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'text', nullable: true })
  traceparent: string | null;

  @Column({ name: 'stored_at', type: 'timestamptz', default: () => 'now()' })
  storedAt: Date;

  @Column({ name: 'stored_by', type: 'uuid' })
  storedBy: string;

  @Column({ name: 'not_before', type: 'timestamptz', nullable: true })
  notBefore: Date | null;
}
