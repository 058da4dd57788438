import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that asks a person to confirm an address. The secret of its link follows from its id. */
@Entity('mail_confirmation')
export class MailConfirmationEntity {
  @PrimaryColumn({ name: 'confirmation_id', type: 'uuid' })
  confirmationId: string;

  @Column({ name: 'target_id', type: 'uuid' })
  targetId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'address_hash', type: 'bytea' })
  addressHash: Buffer;

  /** `used` = the link was used. */
  @Column({ type: 'text', default: 'waiting' })
  state: 'waiting' | 'sending' | 'sent' | 'used' | 'failed';

  @Column({ type: 'integer', default: 0 })
  tries: number;

  @Column({ name: 'next_at', type: 'timestamptz', default: () => 'now()' })
  nextAt: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt: Date | null;

  @Column({ name: 'requested_at', type: 'timestamptz', default: () => 'now()' })
  requestedAt: Date;
}
