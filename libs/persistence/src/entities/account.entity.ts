import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The number sent in the `user` header. */
@Entity('account')
export class AccountEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text', default: '' })
  name: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
