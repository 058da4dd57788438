import { Injectable } from '@nestjs/common';
import type { TokenScope } from '#libs/contracts';
import { DataSource } from 'typeorm';
import { hashSessionSecret, isSessionSecret } from './session-secret.js';

export interface ActiveSession {
  readonly sessionId: string;
  readonly account: number;
  readonly tokenId: number;
  readonly scope: TokenScope;
  readonly openedBy: 'token' | 'link';
  /** When the token was last used. */
  readonly lastUsedAt: Date | null;
}

const ACTIVE = `
  FROM session JOIN api_token USING (token_id)
  WHERE session.ended_at IS NULL AND session.expires_at > now() AND api_token.revoked_at IS NULL`;

const BY_SECRET = `
  SELECT session_id AS "sessionId", session.account_id AS account, token_id AS "tokenId", session.scope,
         CASE WHEN link_id IS NULL THEN 'token' ELSE 'link' END AS "openedBy", last_used_at AS "lastUsedAt"
  ${ACTIVE} AND session.secret_hash = $1`;

/** Finds the session of a request with a cookie. Every such request asks the table, so that the end of a session takes effect at once. */
@Injectable()
export class ActiveSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(secret: string): Promise<ActiveSession | undefined> {
    if (!isSessionSecret(secret)) return undefined;
    const [session] = await this.dataSource.query<ActiveSession[]>(BY_SECRET, [hashSessionSecret(secret)]);
    return session;
  }

  async isActive(sessionId: string): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>(`SELECT 1 ${ACTIVE} AND session_id = $1`, [sessionId])).length > 0;
  }
}
