import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A scan that arrived before the record of its parcel. */
@Entity('orphan_scan')
export class OrphanScanEntity {
  @PrimaryColumn({ type: 'text' })
  courier: string;

  @PrimaryColumn({ name: 'tracking_number', type: 'text' })
  trackingNumber: string;

  @PrimaryColumn({ name: 'scan_id', type: 'text' })
  scanId: string;

  @Column({ name: 'occurred_at', type: 'timestamptz' })
  occurredAt: Date;

  @Column({ type: 'json' })
  scan: object;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
