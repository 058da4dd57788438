import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The attempt log. Partitioned by `deliveryCreatedAt`. */
@Entity('delivery_attempt')
export class DeliveryAttemptEntity {
  @PrimaryColumn({ name: 'delivery_id', type: 'uuid' })
  deliveryId: string;

  @PrimaryColumn({ type: 'smallint' })
  round: number;

  @PrimaryColumn({ type: 'smallint' })
  attempt: number;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ type: 'text' })
  outcome: string;

  @Column({ name: 'http_status', type: 'smallint', nullable: true })
  httpStatus: number | null;

  @Column({ type: 'text', nullable: true })
  detail: string | null;

  @Column({ type: 'text', nullable: true })
  answer: string | null;

  @Column({ name: 'sender_address', type: 'text', nullable: true })
  senderAddress: string | null;

  @Column({ name: 'attempted_at', type: 'timestamptz' })
  attemptedAt: Date;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs: number;

  @Column({ name: 'next_attempt_at', type: 'timestamptz', nullable: true })
  nextAttemptAt: Date | null;

  @PrimaryColumn({ name: 'delivery_created_at', type: 'timestamptz' })
  deliveryCreatedAt: Date;

  /** This one and the next: as of the delivery, so that statistics read attempts alone. */
  @Column({ type: 'text' })
  event: string;

  @Column({ name: 'is_test', type: 'boolean' })
  isTest: boolean;

  /** The number of one of ATTEMPT_REASONS; null = the outcome says all. */
  @Column({ type: 'smallint', nullable: true })
  reason: number | null;

  /** Tells which form of the event was sent; the body is stored nowhere. */
  @Column({ name: 'body_sha256', type: 'bytea', nullable: true })
  bodySha256: Buffer | null;

  /** By the database. */
  @Column({ name: 'recorded_at', type: 'timestamptz', default: () => 'now()' })
  recordedAt: Date;

  /** As POSTed; values of references are masked. Null = not known, or erased. */
  @Column({ type: 'text', nullable: true })
  url: string | null;

  /** Lines `name: value`; secrets are masked. */
  @Column({ name: 'request_headers', type: 'text', nullable: true })
  requestHeaders: string | null;

  @Column({ name: 'tls_version', type: 'text', nullable: true })
  tlsVersion: string | null;

  /** This one and the next two: null = the connection was open already, or it did not come to that. */
  @Column({ name: 'dns_ms', type: 'integer', nullable: true })
  dnsMs: number | null;

  @Column({ name: 'connect_ms', type: 'integer', nullable: true })
  connectMs: number | null;

  @Column({ name: 'tls_ms', type: 'integer', nullable: true })
  tlsMs: number | null;

  @Column({ name: 'first_byte_ms', type: 'integer', nullable: true })
  firstByteMs: number | null;

  /** The validity of the receiver's server certificate, where the connection was opened for the attempt. It ends at `certificateNotAfter`. */
  @Column({ name: 'certificate_not_before', type: 'timestamptz', nullable: true })
  certificateNotBefore: Date | null;

  @Column({ name: 'certificate_not_after', type: 'timestamptz', nullable: true })
  certificateNotAfter: Date | null;
}
