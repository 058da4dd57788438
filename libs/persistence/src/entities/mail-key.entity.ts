import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key of the hashes of addresses and of the secrets in links. One row. */
@Entity('mail_key')
export class MailKeyEntity {
  @PrimaryColumn({ type: 'integer' })
  id: number;

  @Column({ type: 'text' })
  sealed: string;
}
