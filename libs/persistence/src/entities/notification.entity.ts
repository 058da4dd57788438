import type { OperationalEntry, OperationalEventName } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An operational event of an account. */
@Entity('notification')
export class NotificationEntity {
  @PrimaryColumn({ type: 'uuid' })
  eventid: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text' })
  event: OperationalEventName;

  /** The first ones: as many as are listed, and two that may be of the recipient itself. */
  @Column({ type: 'jsonb' })
  entries: OperationalEntry[];

  /** The receiver of each entry, also of those that are not kept. */
  @Column({ type: 'uuid', array: true })
  subjects: string[];

  /** What each entry counts. */
  @Column({ type: 'integer', array: true })
  counts: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => `date_trunc('milliseconds', now())` })
  createdAt: Date;

  /** When the attempts of all recipients were published; null = they are not yet. */
  @Column({ name: 'published_at', type: 'timestamptz', nullable: true })
  publishedAt: Date | null;

  /** The last recipient whose attempt is published. */
  @Column({ name: 'walked_to', type: 'uuid', nullable: true })
  walkedTo: string | null;

  @Column({ name: 'leased_until', type: 'timestamptz', default: '-infinity' })
  leasedUntil: Date;
}
