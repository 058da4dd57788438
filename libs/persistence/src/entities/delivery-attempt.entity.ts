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

  /** This and the next column are copied from the delivery, so that statistics need no join. */
  @Column({ type: 'text' })
  event: string;

  @Column({ name: 'is_test', type: 'boolean' })
  isTest: boolean;

  /** A number of ATTEMPT_REASONS; null = there is no detail beyond the outcome. */
  @Column({ type: 'smallint', nullable: true })
  reason: number | null;

  /** Shows which form of the event was sent. The body itself is not stored. */
  @Column({ name: 'body_sha256', type: 'bytea', nullable: true })
  bodySha256: Buffer | null;

  /** Time of the database's clock. */
  @Column({ name: 'recorded_at', type: 'timestamptz', default: () => 'now()' })
  recordedAt: Date;

  /** As POSTed, with masked reference values; null = unknown or erased. */
  @Column({ type: 'text', nullable: true })
  url: string | null;

  /** Lines `name: value` with masked secrets. */
  @Column({ name: 'request_headers', type: 'text', nullable: true })
  requestHeaders: string | null;

  @Column({ name: 'tls_version', type: 'text', nullable: true })
  tlsVersion: string | null;

  /** For this and the next two columns, null = the connection was already open, or the step was not reached. */
  @Column({ name: 'dns_ms', type: 'integer', nullable: true })
  dnsMs: number | null;

  @Column({ name: 'connect_ms', type: 'integer', nullable: true })
  connectMs: number | null;

  @Column({ name: 'tls_ms', type: 'integer', nullable: true })
  tlsMs: number | null;

  @Column({ name: 'first_byte_ms', type: 'integer', nullable: true })
  firstByteMs: number | null;

  /** Start of the validity of the receiver's server certificate, when the attempt opened the connection. `certificateNotAfter` is its end. */
  @Column({ name: 'certificate_not_before', type: 'timestamptz', nullable: true })
  certificateNotBefore: Date | null;

  @Column({ name: 'certificate_not_after', type: 'timestamptz', nullable: true })
  certificateNotAfter: Date | null;
}
