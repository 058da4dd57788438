import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The events `delivery.exhausted` of an account. */
@Entity('exhausted_series')
export class ExhaustedSeriesEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  /** When the first event of the series came; null = it is over. */
  @Column({ name: 'began_at', type: 'timestamptz', nullable: true })
  beganAt: Date | null;

  @Column({ name: 'next_at', type: 'timestamptz' })
  nextAt: Date;

  /** Attempts that were recorded before are counted. */
  @Column({ name: 'counted_until', type: 'timestamptz' })
  countedUntil: Date;

  /** Deliveries that are counted although their last attempts were recorded later. */
  @Column({ name: 'counted_ids', type: 'uuid', array: true })
  countedIds: string[];
}
