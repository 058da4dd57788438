import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The number sent in the `user` header. */
@Entity('account')
export class AccountEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text', default: '' })
  name: string;

  /** IANA name; null = none. */
  @Column({ name: 'time_zone', type: 'text', nullable: true })
  timeZone: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
