import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { refuseBeyond } from '../accounts/account-limit.repository.js';
import type { AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { hashSessionSecret } from '../auth/session-secret.js';
import type { LinkScope } from './session-links.dto.js';

/** The most links of one account that still work. */
export const MOST_LINKS = 1000;

export interface NewLink {
  readonly linkId: string;
  readonly code: string;
  readonly account: number;
  readonly tokenId: number;
  readonly scope: LinkScope;
  readonly note: string;
  readonly expiresInSeconds: number;
  readonly by: AuditActor;
}

export interface LinkRow {
  readonly linkId: string;
  readonly scope: LinkScope;
  readonly note: string;
  readonly tokenId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const INSERT = `
  INSERT INTO session_link (link_id, account_id, token_id, scope, note, code_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) RETURNING expires_at AS "expiresAt"`;

const LIST = `
  SELECT link_id AS "linkId", link.scope, link.note, link.token_id AS "tokenId", link.created_at AS "createdAt", link.expires_at AS "expiresAt"
  FROM session_link AS link JOIN api_token AS token ON token.token_id = link.token_id AND token.revoked_at IS NULL
  WHERE link.account_id = $1 AND link.used_at IS NULL AND link.ended_at IS NULL AND link.expires_at > now()
  ORDER BY link.created_at DESC, link_id LIMIT ${MOST_LINKS}`;

const END = `
  UPDATE session_link SET ended_at = now()
  WHERE account_id = $1 AND link_id = $2 AND used_at IS NULL AND ended_at IS NULL AND expires_at > now()
  RETURNING link_id`;

/** Table session_link. Only hashes of codes are stored. */
@Injectable()
export class SessionLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError conflict when the account has MOST_LINKS */
  create({ linkId, code, account, tokenId, scope, note, expiresInSeconds, by }: NewLink): Promise<{ expiresAt: Date }> {
    return this.dataSource.transaction(async (manager) => {
      await refuseBeyond('links', manager, { account, limit: MOST_LINKS });
      const values = [linkId, account, tokenId, scope, note, hashSessionSecret(code), expiresInSeconds];
      const [row] = await manager.query<[{ expiresAt: Date }]>(INSERT, values);
      const after = { scope, note, expiresAt: row.expiresAt };
      await appendAudit(manager, { account, by, action: 'session.link_created', subjectId: linkId, after });
      return row;
    });
  }

  list(account: number): Promise<LinkRow[]> {
    return this.dataSource.query(LIST, [account]);
  }

  /** @returns `past` = the link was used, had ended or had expired before */
  end(account: number, linkId: string, by: AuditActor): Promise<'unknown' | 'past' | 'ended'> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[unknown[], number]>(END, [account, linkId]);
      if (rows.length > 0) {
        await appendAudit(manager, { account, by, action: 'session.link_ended', subjectId: linkId });
        return 'ended';
      }
      const known = await manager.query<unknown[]>('SELECT 1 FROM session_link WHERE account_id = $1 AND link_id = $2', [account, linkId]);
      return known.length > 0 ? 'past' : 'unknown';
    });
  }
}
