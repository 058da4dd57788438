import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The progress of the job for operational events. One row. */
@Entity('notification_progress')
export class NotificationProgressEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  @Column({ name: 'decided_at', type: 'timestamptz' })
  decidedAt: Date;

  /** The earliest time of the next decision. */
  @Column({ name: 'not_before', type: 'timestamptz', default: '-infinity' })
  notBefore: Date;
}
