import type { DeliveryKind, WebhookEventName } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One event for one receiver. Partitioned by `createdAt`. */
@Entity('delivery')
export class DeliveryEntity {
  @PrimaryColumn({ name: 'delivery_id', type: 'uuid' })
  deliveryId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ type: 'uuid' })
  eventid: string;

  @Column({ type: 'text' })
  event: WebhookEventName;

  @Column({ type: 'text', default: 'tracking' })
  kind: DeliveryKind;

  @Column({ type: 'text' })
  status: 'pending' | 'delivered' | 'exhausted' | 'expired' | 'cancelled';

  /** 1 = the first round. A redelivery begins the next round. */
  @Column({ type: 'smallint', default: 1 })
  round: number;

  @Column({ type: 'smallint', default: 0 })
  attempts: number;

  @Column({ name: 'next_attempt_at', type: 'timestamptz', nullable: true })
  nextAttemptAt: Date | null;

  @Column({ name: 'last_outcome', type: 'text', nullable: true })
  lastOutcome: string | null;

  @Column({ name: 'last_http_status', type: 'smallint', nullable: true })
  lastHttpStatus: number | null;

  @PrimaryColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;

  /** A test event: the delivery has no parcel. */
  @Column({ name: 'is_test', type: 'boolean', default: false })
  isTest: boolean;
}
