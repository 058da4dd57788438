import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A fact that an operational event has reported, so that it is reported only once. */
@Entity('notification_told')
export class NotificationToldEntity {
  /** An entry of the audit log, or a certificate with the time before its end. */
  @PrimaryColumn({ type: 'text' })
  subject: string;

  @Column({ name: 'forget_after', type: 'timestamptz' })
  forgetAfter: Date;
}
