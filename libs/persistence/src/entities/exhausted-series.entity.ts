import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The current series of events `delivery.exhausted` of an account. */
@Entity('exhausted_series')
export class ExhaustedSeriesEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  /** When the first event of the series came; null = the series is over. */
  @Column({ name: 'began_at', type: 'timestamptz', nullable: true })
  beganAt: Date | null;

  @Column({ name: 'next_at', type: 'timestamptz' })
  nextAt: Date;

  /** Attempts that were recorded earlier are counted. */
  @Column({ name: 'counted_until', type: 'timestamptz' })
  countedUntil: Date;

  /** Deliveries that are already counted although their last attempts were recorded later. */
  @Column({ name: 'counted_ids', type: 'uuid', array: true })
  countedIds: string[];
}
