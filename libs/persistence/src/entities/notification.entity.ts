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

  /** The first entries: the listed ones, and two spares because an entry about the recipient itself is left out. */
  @Column({ type: 'jsonb' })
  entries: OperationalEntry[];

  /** The receiver of every entry, including entries that are not stored. */
  @Column({ type: 'uuid', array: true })
  subjects: string[];

  /** The count of every entry. */
  @Column({ type: 'integer', array: true })
  counts: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => `date_trunc('milliseconds', now())` })
  createdAt: Date;

  /** When the attempts of all recipients were published; null = not yet. */
  @Column({ name: 'published_at', type: 'timestamptz', nullable: true })
  publishedAt: Date | null;

  /** The last recipient whose attempt was published. */
  @Column({ name: 'walked_to', type: 'uuid', nullable: true })
  walkedTo: string | null;

  @Column({ name: 'leased_until', type: 'timestamptz', default: '-infinity' })
  leasedUntil: Date;
}
