import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: how far the job of operational events has come. */
@Entity('notification_progress')
export class NotificationProgressEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  @Column({ name: 'decided_at', type: 'timestamptz' })
  decidedAt: Date;

  /** The next decision. */
  @Column({ name: 'not_before', type: 'timestamptz', default: '-infinity' })
  notBefore: Date;
}
