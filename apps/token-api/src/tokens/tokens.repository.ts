import { Inject, Injectable } from '@nestjs/common';
import type { TokenScope } from '#libs/contracts';
import { ApiTokenEntity } from '#libs/persistence';
import { DataSource, IsNull } from 'typeorm';
import { hashTokenSecret } from './token-secret.js';

export interface ActiveToken {
  readonly tokenId: number;
  readonly scope: TokenScope;
  readonly lastUsedAt: Date | null;
}

export interface NewToken {
  readonly account: number;
  readonly secret: string;
  readonly scope: TokenScope;
  readonly note: string;
}

/** Table api_token. Only hashes of secrets come here to stay. */
@Injectable()
export class TokensRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Asked with every request: one look-up in the unique index of the hashes. */
  async findActive(account: number, secret: string): Promise<ActiveToken | undefined> {
    const [token] = await this.dataSource.query<ActiveToken[]>(
      `SELECT token_id AS "tokenId", scope, last_used_at AS "lastUsedAt"
       FROM api_token WHERE secret_hash = $1 AND account_id = $2 AND revoked_at IS NULL`,
      [hashTokenSecret(secret), account],
    );
    return token;
  }

  async listActive(account: number): Promise<ApiTokenEntity[]> {
    return this.dataSource.manager.find(ApiTokenEntity, { where: { accountId: account, revokedAt: IsNull() }, order: { tokenId: 'ASC' } });
  }

  async create({ account, secret, scope, note }: NewToken): Promise<{ tokenId: number; createdAt: Date }> {
    const [token] = await this.dataSource.query<[{ tokenId: number; createdAt: Date }]>(
      `INSERT INTO api_token (account_id, note, scope, secret_hash) VALUES ($1, $2, $3, $4)
       RETURNING token_id AS "tokenId", created_at AS "createdAt"`,
      [account, note, scope, hashTokenSecret(secret)],
    );
    return token;
  }

  /** @returns false when the account has no such token; one revoked earlier keeps its time and counts as revoked */
  async revoke(account: number, tokenId: number): Promise<boolean> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .update(ApiTokenEntity)
      .set({ revokedAt: () => 'coalesce(revoked_at, now())' })
      .where({ accountId: account, tokenId })
      .execute();
    return affected === 1;
  }

  async touch(tokenId: number): Promise<void> {
    await this.dataSource.query('UPDATE api_token SET last_used_at = now() WHERE token_id = $1', [tokenId]);
  }
}
