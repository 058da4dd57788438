import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an operational event has told once. */
@Entity('notification_told')
export class NotificationToldEntity {
  /** An entry of the audit log, or a certificate and how long before its end. */
  @PrimaryColumn({ type: 'text' })
  subject: string;

  @Column({ name: 'forget_after', type: 'timestamptz' })
  forgetAfter: Date;
}
