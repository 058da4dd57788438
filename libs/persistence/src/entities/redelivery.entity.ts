import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** An order to redeliver one delivery, or all deliveries of a receiver in a period. */
@Entity('redelivery')
export class RedeliveryEntity {
  @PrimaryColumn({ name: 'redelivery_id', type: 'uuid' })
  redeliveryId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'delivery_id', type: 'uuid', nullable: true })
  deliveryId: string | null;

  @Column({ name: 'from_at', type: 'timestamptz', nullable: true })
  fromAt: Date | null;

  @Column({ name: 'to_at', type: 'timestamptz', nullable: true })
  toAt: Date | null;

  @Column({ type: 'text', nullable: true })
  status: string | null;

  @Column({ name: 'idempotency_key', type: 'text', nullable: true })
  idempotencyKey: string | null;

  /** Identifies a repeated request. */
  @Column({ type: 'text' })
  request: string;

  @Column({ type: 'text' })
  state: 'running' | 'done' | 'cancelled';

  @Column({ type: 'integer' })
  total: number;

  @Column({ type: 'integer', default: 0 })
  started: number;

  /** Rounds that have begun, but whose first attempt may not be published yet. */
  @Column({ name: 'in_hand', type: 'jsonb', default: [] })
  inHand: object[];

  @Column({ name: 'walked_to_at', type: 'timestamptz', nullable: true })
  walkedToAt: Date | null;

  @Column({ name: 'walked_to_id', type: 'uuid', nullable: true })
  walkedToId: string | null;

  @Column({ type: 'uuid', nullable: true })
  owner: string | null;

  @Column({ name: 'leased_until', type: 'timestamptz', nullable: true })
  leasedUntil: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
