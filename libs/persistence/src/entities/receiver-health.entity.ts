import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The recent results of a receiver's attempts. */
@Entity('receiver_health')
export class ReceiverHealthEntity {
  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'last_success_at', type: 'timestamptz', nullable: true })
  lastSuccessAt: Date | null;

  @Column({ name: 'last_failure_at', type: 'timestamptz', nullable: true })
  lastFailureAt: Date | null;

  @Column({ name: 'last_failure_outcome', type: 'text', nullable: true })
  lastFailureOutcome: string | null;

  @Column({ name: 'last_failure_http_status', type: 'smallint', nullable: true })
  lastFailureHttpStatus: number | null;

  @Column({ name: 'last_failure_detail', type: 'text', nullable: true })
  lastFailureDetail: string | null;

  /** Start of the failures that have the outcome and the status of the latest failure; null = not known. */
  @Column({ name: 'last_failure_since', type: 'timestamptz', nullable: true })
  lastFailureSince: Date | null;

  /** Times of the first three failures after the last success. */
  @Column({ name: 'failed_first', type: 'timestamptz', array: true, default: [] })
  failedFirst: Date[];

  /** When the receiver was enabled again. Earlier failures do not count. */
  @Column({ name: 'failures_from', type: 'timestamptz', nullable: true })
  failuresFrom: Date | null;

  /** True: all failures since the last success were refused credentials; null = there was no failure. */
  @Column({ name: 'failed_by_credentials', type: 'boolean', nullable: true })
  failedByCredentials: boolean | null;

  /** Start of the validity of the server certificate that the receiver showed last. `certificateNotAfter` is its end. */
  @Column({ name: 'certificate_not_before', type: 'timestamptz', nullable: true })
  certificateNotBefore: Date | null;

  @Column({ name: 'certificate_not_after', type: 'timestamptz', nullable: true })
  certificateNotAfter: Date | null;

  /** Start of the latest attempt that left its delivery exhausted. */
  @Column({ name: 'last_exhausted_at', type: 'timestamptz', nullable: true })
  lastExhaustedAt: Date | null;

  /** Attempts of the last 24 hours. The next two counts cover the same hours. */
  @Column({ name: 'day_attempts', type: 'integer', default: 0 })
  dayAttempts: number;

  @Column({ name: 'day_delivered', type: 'integer', default: 0 })
  dayDelivered: number;

  /** Deliveries that ended without success. */
  @Column({ name: 'day_failed', type: 'integer', default: 0 })
  dayFailed: number;
}
