import type { TokenScope } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person at a browser, logged in by a token or a link. */
@Entity('session')
export class SessionEntity {
  @PrimaryColumn({ name: 'session_id', type: 'uuid' })
  sessionId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'token_id', type: 'bigint' })
  tokenId: number;

  @Column({ type: 'text' })
  scope: TokenScope;

  /** null = the session was opened with the token. */
  @Column({ name: 'link_id', type: 'uuid', nullable: true })
  linkId: string | null;

  /** SHA-256 of the cookie's value. */
  @Column({ name: 'secret_hash', type: 'bytea' })
  secretHash: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
