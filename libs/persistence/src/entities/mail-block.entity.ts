import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address whose owner wants no mails that ask for a confirmation. */
@Entity('mail_block')
export class MailBlockEntity {
  @PrimaryColumn({ name: 'address_hash', type: 'bytea' })
  addressHash: Buffer;

  @Column({ name: 'blocked_at', type: 'timestamptz', default: () => 'now()' })
  blockedAt: Date;
}
