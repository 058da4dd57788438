import type { TokenScope } from '#libs/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An API token. The secret is shown once and never stored (spec: API token; domain D.9). */
@Entity('api_token')
export class ApiTokenEntity {
  @PrimaryGeneratedColumn('identity', { name: 'token_id', type: 'bigint' })
  tokenId: number;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text', default: '' })
  note: string;

  @Column({ type: 'text' })
  scope: TokenScope;

  /** SHA-256 of the secret. A secret of 32 random bytes needs no slow hash. */
  @Column({ name: 'secret_hash', type: 'bytea' })
  secretHash: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt: Date | null;
}
