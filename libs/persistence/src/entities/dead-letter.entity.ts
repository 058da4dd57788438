import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A scan or record that became a dead letter, listed under the parcel that it names. */
@Entity('dead_letter')
export class DeadLetterEntity {
  @PrimaryColumn({ type: 'text' })
  topic: string;

  @PrimaryColumn({ type: 'integer' })
  partition: number;

  @PrimaryColumn({ name: 'message_offset', type: 'bigint' })
  messageOffset: number;

  @PrimaryColumn({ name: 'message_at', type: 'timestamptz' })
  messageAt: Date;

  @Column({ type: 'text' })
  courier: string;

  @Column({ name: 'tracking_number', type: 'text' })
  trackingNumber: string;

  /** null = a carrier's scan, or a message that names no account. */
  @Column({ name: 'account_id', type: 'bigint', nullable: true })
  accountId: number | null;

  /** The scan_id or transfer_id, as written. */
  @Column({ name: 'message_id', type: 'text', nullable: true })
  messageId: string | null;

  @Column({ type: 'text' })
  reason: string;

  @Column({ type: 'text' })
  detail: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;
}
