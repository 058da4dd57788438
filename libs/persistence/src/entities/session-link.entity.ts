import type { TokenScope } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Opens one session, once. */
@Entity('session_link')
export class SessionLinkEntity {
  @PrimaryColumn({ name: 'link_id', type: 'uuid' })
  linkId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'token_id', type: 'bigint' })
  tokenId: number;

  @Column({ type: 'text' })
  scope: Exclude<TokenScope, 'generate'>;

  @Column({ type: 'text', default: '' })
  note: string;

  /** SHA-256 of the code. */
  @Column({ name: 'code_hash', type: 'bytea' })
  codeHash: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true })
  usedAt: Date | null;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
