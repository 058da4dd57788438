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

  @Column({ name: 'delivery_id', type: 'uuid' })
  deliveryId: string;

  @Column({ name: 'delivery_created_at', type: 'timestamptz' })
  deliveryCreatedAt: Date;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: string;

  @Column({ type: 'uuid' })
  eventid: string;

  @Column({ type: 'text' })
  event: string;

  @Column({ type: 'smallint' })
  round: number;

  @Column({ type: 'smallint' })
  attempt: number;

  @Column({ name: 'due_at', type: 'timestamptz', nullable: true })
  dueAt: Date | null;

  @Column({ name: 'is_test', type: 'boolean' })
  isTest: boolean;

  @Column({ name: 'reference_values', type: 'jsonb' })
  referenceValues: Readonly<Record<string, string>>;

  /** Empty = the parcel was erased. */
  @Column({ type: 'bytea' })
  body: Buffer;

  @Column({ type: 'text', nullable: true })
  traceparent: string | null;

  @Column({ name: 'stored_at', type: 'timestamptz', default: () => 'now()' })
  storedAt: Date;

  @Column({ name: 'stored_by', type: 'uuid' })
  storedBy: string;

  @Column({ name: 'not_before', type: 'timestamptz', nullable: true })
  notBefore: Date | null;

  /** The attempt was made and cannot be recorded. It is never made again. */
  @Column({ name: 'set_aside_at', type: 'timestamptz', nullable: true })
  setAsideAt: Date | null;
}
