import type { DeliveryStatus } from '#libs/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** One parcel of an account. Only event-builder writes `state`. */
@Entity('consignment')
export class ConsignmentEntity {
  @PrimaryColumn({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text' })
  courier: string;

  @Column({ name: 'tracking_number', type: 'text' })
  trackingNumber: string;

  /** Counts the account's parcels with this number. */
  @Column({ type: 'integer' })
  generation: number;

  @Column({ name: 'is_current', type: 'boolean', default: true })
  isCurrent: boolean;

  /** JSON, packed (packed-text.ts). */
  @Column({ type: 'bytea' })
  state: Buffer;

  /** This and the next six columns repeat parts of `state` for lists and retention. */
  @Column({ name: 'order_no', type: 'text' })
  orderNo: string;

  @Column({ type: 'text' })
  client: string;

  /** This and the next two columns are null until the parcel's first change after their migration. */
  @Column({ type: 'text', nullable: true })
  warehouse: string | null;

  @Column({ name: 'destination_country', type: 'text', nullable: true })
  destinationCountry: string | null;

  @Column({ type: 'text', nullable: true })
  language: string | null;

  @Column({ type: 'text' })
  status: DeliveryStatus;

  /** When the parcel was delivered or returned. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
