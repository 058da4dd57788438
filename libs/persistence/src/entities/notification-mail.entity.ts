import { Column, Entity, PrimaryColumn } from 'typeorm';

export const MAIL_STATES = ['pending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** An operational event on its way to a target. */
@Entity('notification_mail')
export class NotificationMailEntity {
  @PrimaryColumn({ name: 'target_id', type: 'uuid' })
  targetId: string;

  @PrimaryColumn({ type: 'uuid' })
  eventid: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text', default: 'pending' })
  state: MailState;

  @Column({ type: 'integer', default: 0 })
  tries: number;

  @Column({ name: 'next_at', type: 'timestamptz', default: () => 'now()' })
  nextAt: Date;

  /** The mail that the row went out with. It is set before the mail is sent, so that a repetition is the same mail. */
  @Column({ name: 'message_id', type: 'uuid', nullable: true })
  messageId: string | null;

  /** The words of the mail server about the last try that failed. */
  @Column({ type: 'text', nullable: true })
  detail: string | null;

  /** When the event was decided. */
  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** When it was sent or has failed. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
