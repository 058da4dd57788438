import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Partitioned by `createdAt`. */
@Entity('scan')
export class ScanEntity {
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

  @PrimaryColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
