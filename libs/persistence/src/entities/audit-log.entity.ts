import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A change, and the token or command that made it. */
@Entity('audit_log')
export class AuditLogEntity {
  @PrimaryGeneratedColumn('identity', { name: 'audit_id', type: 'bigint', generatedIdentity: 'ALWAYS' })
  auditId: number;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'happened_at', type: 'timestamptz', default: () => 'now()' })
  happenedAt: Date;

  @Column({ type: 'text' })
  action: string;

  @Column({ name: 'subject_id', type: 'text' })
  subjectId: string;

  @Column({ name: 'by_token_id', type: 'bigint', nullable: true })
  byTokenId: number | null;

  /** The session that used the token; null = the token was used directly. */
  @Column({ name: 'by_session_id', type: 'uuid', nullable: true })
  bySessionId: string | null;

  @Column({ name: 'by_command', type: 'text', nullable: true })
  byCommand: string | null;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId: string | null;

  @Column({ type: 'jsonb', nullable: true })
  before: object | null;

  @Column({ type: 'jsonb', nullable: true })
  after: object | null;
}
