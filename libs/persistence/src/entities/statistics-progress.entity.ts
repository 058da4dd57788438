import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The progress of the statistics job. One row. */
@Entity('statistics_progress')
export class StatisticsProgressEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  /** Attempts that were recorded earlier are counted. */
  @Column({ name: 'recorded_until', type: 'timestamptz' })
  recordedUntil: Date;

  @Column({ name: 'quarters_until', type: 'timestamptz' })
  quartersUntil: Date;

  @Column({ name: 'days_until', type: 'timestamptz' })
  daysUntil: Date;

  /** No instance counts before this time. */
  @Column({ name: 'not_before', type: 'timestamptz', default: '-infinity' })
  notBefore: Date;
}
