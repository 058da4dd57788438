import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When an unsent consignment becomes overdue. */
@Entity('internal_delay_due')
export class InternalDelayDueEntity {
  @PrimaryColumn({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ type: 'text' })
  courier: string;

  @Column({ name: 'tracking_number', type: 'text' })
  trackingNumber: string;

  @Column({ name: 'send_date', type: 'text' })
  sendDate: string;

  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt: Date;

  @Column({ type: 'text' })
  state: 'armed' | 'fired' | 'disarmed';
}
