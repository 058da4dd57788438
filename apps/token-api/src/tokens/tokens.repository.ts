import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { TokenScope } from '#libs/contracts';
import { ApiTokenEntity } from '#libs/persistence';
import { IsNull, Repository } from 'typeorm';
import { refuseBeyond } from '../accounts/account-limit.repository.js';
import type { AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { hashTokenSecret, isHashOf } from './token-secret.js';

/** The most bytes of all notes of an account together: the list of its tokens shows them in one answer. */
const MOST_NOTE_BYTES = 4 * 1024 * 1024;

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
  readonly by: AuditActor;
  /** The most tokens that the account may have; absent = no limit of tokens and notes, because the operator creates the token. */
  readonly limit?: number;
}

interface Revocation {
  readonly account: number;
  readonly tokenId: number;
  readonly by: AuditActor;
}

/** Table api_token. Only hashes of secrets are stored. */
@Injectable()
export class TokensRepository {
  constructor(@InjectRepository(ApiTokenEntity) private readonly tokens: Repository<ApiTokenEntity>) {}

  /**
   * Runs with every request: one look-up in the unique index of the hashes. Its duration reveals at most the beginning of a hash,
   * which leads to no secret. The deciding comparison is made here, in constant time.
   */
  async findActive(account: number, secret: string): Promise<ActiveToken | undefined> {
    const [token] = await this.tokens.query<(ActiveToken & { secretHash: Buffer })[]>(
      `SELECT token_id AS "tokenId", scope, last_used_at AS "lastUsedAt", secret_hash AS "secretHash"
       FROM api_token WHERE secret_hash = $1 AND account_id = $2 AND revoked_at IS NULL`,
      [hashTokenSecret(secret), account],
    );
    return token && isHashOf(secret, token.secretHash) ? token : undefined;
  }

  async isActive(tokenId: number): Promise<boolean> {
    const rows = await this.tokens.query<unknown[]>('SELECT 1 FROM api_token WHERE token_id = $1 AND revoked_at IS NULL', [tokenId]);
    return rows.length > 0;
  }

  async listActive(account: number): Promise<ApiTokenEntity[]> {
    return this.tokens.find({ where: { accountId: account, revokedAt: IsNull() }, order: { tokenId: 'ASC' } });
  }

  /** @throws ApiError conflict when the account has `limit` tokens that are not revoked, or their notes would take more than MOST_NOTE_BYTES */
  create({ account, secret, scope, note, by, limit }: NewToken): Promise<{ tokenId: number; createdAt: Date }> {
    return this.tokens.manager.transaction(async (manager) => {
      if (limit !== undefined) {
        await refuseBeyond('tokens', manager, { account, limit });
        await refuseBeyond('notes', manager, { account, limit: MOST_NOTE_BYTES, adding: Buffer.byteLength(JSON.stringify(note)) });
      }
      const [token] = await manager.query<[{ tokenId: number; createdAt: Date }]>(
        `INSERT INTO api_token (account_id, note, scope, secret_hash) VALUES ($1, $2, $3, $4)
         RETURNING token_id AS "tokenId", created_at AS "createdAt"`,
        [account, note, scope, hashTokenSecret(secret)],
      );
      const after = { scope, note: auditedNote(note) };
      await appendAudit(manager, { account, by, action: 'token.created', subjectId: String(token.tokenId), after });
      return token;
    });
  }

  /**
   * The note is deleted with the token, so that revoked tokens do not fill the table.
   * @returns `unknown` when the account has no such token. A token that was revoked earlier keeps its time and counts as revoked. `last` = the
   * account has no token left that can create another
   */
  revoke({ account, tokenId, by }: Revocation): Promise<'unknown' | 'revoked' | 'last'> {
    return this.tokens.manager.transaction(async (manager) => {
      const [token] = await manager.query<{ scope: TokenScope; note: string; revokedAt: Date | null }[]>(
        'SELECT scope, note, revoked_at AS "revokedAt" FROM api_token WHERE account_id = $1 AND token_id = $2 FOR UPDATE',
        [account, tokenId],
      );
      if (!token) return 'unknown';
      if (token.revokedAt) return 'revoked';
      await manager.query(`UPDATE api_token SET revoked_at = now(), note = '' WHERE token_id = $1`, [tokenId]);
      const before = { scope: token.scope, note: auditedNote(token.note) };
      await appendAudit(manager, { account, by, action: 'token.revoked', subjectId: String(tokenId), before });
      if (token.scope !== 'generate') return 'revoked';
      const isAnyLeft = await manager.existsBy(ApiTokenEntity, { accountId: account, scope: 'generate', revokedAt: IsNull() });
      return isAnyLeft ? 'revoked' : 'last';
    });
  }

  /** SKIP LOCKED prevents a deadlock between two instances that update the same tokens. */
  async touch(tokenIds: readonly number[]): Promise<void> {
    await this.tokens.query(
      `UPDATE api_token SET last_used_at = now()
       WHERE token_id IN (SELECT token_id FROM api_token WHERE token_id = ANY($1::bigint[]) FOR UPDATE SKIP LOCKED)`,
      [tokenIds],
    );
  }
}

const MOST_CHARS = 1000;

/** Returns the note for the audit log: only its beginning if it is long, because audit entries outlive the token and no limit counts them. */
export const auditedNote = (note: string): string => (note.length <= MOST_CHARS ? note : `${note.slice(0, MOST_CHARS).toWellFormed()}…`);
