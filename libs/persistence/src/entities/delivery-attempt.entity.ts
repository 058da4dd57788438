import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The attempt log. Partitioned by `deliveryCreatedAt`. */
@Entity('delivery_attempt')
export class DeliveryAttemptEntity {
  @PrimaryColumn({ name: 'delivery_id', type: 'uuid' })
  deliveryId: string;

  @PrimaryColumn({ type: 'smallint' })
  round: number;

  @PrimaryColumn({ type: 'smallint' })
  attempt: number;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ type: 'text' })
  outcome: string;

  @Column({ name: 'http_status', type: 'smallint', nullable: true })
  httpStatus: number | null;

  @Column({ type: 'text', nullable: true })
  detail: string | null;

  @Column({ type: 'text', nullable: true })
  answer: string | null;

  @Column({ name: 'sender_address', type: 'text', nullable: true })
  senderAddress: string | null;

  @Column({ name: 'attempted_at', type: 'timestamptz' })
  attemptedAt: Date;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs: number;

  @Column({ name: 'next_attempt_at', type: 'timestamptz', nullable: true })
  nextAttemptAt: Date | null;

  @PrimaryColumn({ name: 'delivery_created_at', type: 'timestamptz' })
  deliveryCreatedAt: Date;

  /** Tells which form of the event was sent; the body is stored nowhere. */
  @Column({ name: 'body_sha256', type: 'bytea', nullable: true })
  bodySha256: Buffer | null;

  /** By the database; null = before there were statistics. */
  @Column({ name: 'recorded_at', type: 'timestamptz', nullable: true, default: () => 'now()' })
  recordedAt: Date | null;
}
