import { Injectable } from '@nestjs/common';
import { SECOND } from '#libs/config';
import type { TokenScope } from '#libs/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { refuseBeyond } from '../accounts/account-limit.repository.js';
import type { AuditActor } from '../audit/audit-entry.js';
import { appendAudit } from '../audit/audit-log.repository.js';
import { SESSION_MS } from '../auth/session-cookie.js';
import { hashSessionSecret } from '../auth/session-secret.js';
import type { LinkScope } from './session-links.dto.js';

/** The most open sessions of one account. */
export const MOST_SESSIONS = 1000;

/** The account and the scope of a session. */
export interface SessionGrant {
  readonly account: number;
  readonly tokenId: number;
  readonly scope: TokenScope;
  /** null = the token itself opened the session. */
  readonly linkId: string | null;
}

/** The session that a link opens. */
export interface InspectedLink {
  readonly account: number;
  readonly scope: LinkScope;
  readonly expiresAt: Date;
}

export interface NewSession {
  readonly sessionId: string;
  readonly secret: string;
  /** A grant, or the code of a link. */
  readonly by: SessionGrant | { readonly code: string };
  /** The secret of the session that the new session replaces. */
  readonly replaced: string | undefined;
  readonly requestId: string;
}

export interface OpenedRow extends SessionGrant {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session in words for people. */
export interface SessionFacts {
  readonly accountName: string;
  readonly timeZone: string | null;
  readonly note: string;
  /** null = there is no session, only the headers `user` and `token`. */
  readonly createdAt: Date | null;
  readonly expiresAt: Date | null;
}

export interface SessionRow extends Omit<OpenedRow, 'account'> {
  readonly sessionId: string;
  /** The note of the link. */
  readonly note: string | null;
}

/** The token is joined without a lock: a session of a revoked token never works. */
const REDEEM = `
  UPDATE session_link AS link SET used_at = now() FROM api_token AS token
  WHERE link.code_hash = $1 AND link.used_at IS NULL AND link.ended_at IS NULL AND link.expires_at > now()
    AND token.token_id = link.token_id AND token.revoked_at IS NULL
  RETURNING link.account_id AS account, link.token_id AS "tokenId", link.scope, link.link_id AS "linkId"`;

const INSPECT = `
  SELECT link.account_id AS account, link.scope, link.expires_at AS "expiresAt"
  FROM session_link AS link JOIN api_token AS token ON token.token_id = link.token_id AND token.revoked_at IS NULL
  WHERE link.code_hash = $1 AND link.used_at IS NULL AND link.ended_at IS NULL AND link.expires_at > now()`;

const INSERT = `
  INSERT INTO session (session_id, account_id, token_id, scope, link_id, secret_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => ${SESSION_MS / SECOND}))
  RETURNING created_at AS "createdAt", expires_at AS "expiresAt"`;

/** The note of a link is for its user; the note of the token behind the link is not. */
const DESCRIBE = `
  SELECT account.name AS "accountName", account.time_zone AS "timeZone", CASE WHEN session.link_id IS NULL THEN token.note ELSE coalesce(link.note, '') END AS note,
    session.created_at AS "createdAt", session.expires_at AS "expiresAt"
  FROM api_token AS token JOIN account ON account.account_id = token.account_id
    LEFT JOIN session ON session.session_id = $2
    LEFT JOIN session_link AS link ON link.link_id = session.link_id
  WHERE token.token_id = $1`;

const END_REPLACED = `
  UPDATE session SET ended_at = now() WHERE secret_hash = $1 AND ended_at IS NULL AND expires_at > now()
  RETURNING session_id AS "sessionId", account_id AS account, token_id AS "tokenId"`;

const END = `
  UPDATE session SET ended_at = now() WHERE account_id = $1 AND session_id = $2 AND ended_at IS NULL AND expires_at > now()
  RETURNING session_id`;

const LIST = `
  SELECT session_id AS "sessionId", session.scope, session.token_id AS "tokenId", session.link_id AS "linkId", link.note,
         session.created_at AS "createdAt", session.expires_at AS "expiresAt"
  FROM session JOIN api_token AS token ON token.token_id = session.token_id AND token.revoked_at IS NULL
    LEFT JOIN session_link AS link ON link.link_id = session.link_id
  WHERE session.account_id = $1 AND session.ended_at IS NULL AND session.expires_at > now()
  ORDER BY session.created_at DESC, session_id LIMIT ${MOST_SESSIONS}`;

/** Table session. Only hashes of secrets are stored. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns undefined when the code opens nothing @throws ApiError conflict when the account has MOST_SESSIONS; the link then still works */
  open({ sessionId, secret, by, replaced, requestId }: NewSession): Promise<OpenedRow | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const grant = 'code' in by ? await redeem(manager, by.code) : by;
      if (!grant) return undefined;
      if (replaced !== undefined) await endReplaced(manager, replaced, requestId);
      const { account, tokenId, scope, linkId } = grant;
      await refuseBeyond('sessions', manager, { account, limit: MOST_SESSIONS });
      const values = [sessionId, account, tokenId, scope, linkId, hashSessionSecret(secret)];
      const [times] = await manager.query<[Pick<OpenedRow, 'createdAt' | 'expiresAt'>]>(INSERT, values);
      const after = { scope, openedBy: linkId === null ? 'token' : 'link', ...(linkId !== null && { linkId }) };
      await appendAudit(manager, { account, by: { tokenId, requestId }, action: 'session.opened', subjectId: sessionId, after });
      return { ...grant, ...times };
    });
  }

  /** Does not use up the link. @returns undefined when the code opens nothing */
  async inspectLink(code: string): Promise<InspectedLink | undefined> {
    const [link] = await this.dataSource.query<InspectedLink[]>(INSPECT, [hashSessionSecret(code)]);
    return link;
  }

  list(account: number): Promise<SessionRow[]> {
    return this.dataSource.query(LIST, [account]);
  }

  /** @param sessionId undefined = the token itself makes the request */
  async describe(tokenId: number, sessionId: string | undefined): Promise<SessionFacts> {
    const [row] = await this.dataSource.query<[SessionFacts]>(DESCRIBE, [tokenId, sessionId ?? null]);
    return row;
  }

  /** @returns `past` = the session had ended or expired before */
  end(account: number, sessionId: string, by: AuditActor): Promise<'unknown' | 'past' | 'ended'> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[unknown[], number]>(END, [account, sessionId]);
      if (rows.length > 0) {
        await appendAudit(manager, { account, by, action: 'session.ended', subjectId: sessionId });
        return 'ended';
      }
      const known = await manager.query<unknown[]>('SELECT 1 FROM session WHERE account_id = $1 AND session_id = $2', [account, sessionId]);
      return known.length > 0 ? 'past' : 'unknown';
    });
  }
}

async function redeem(manager: EntityManager, code: string): Promise<SessionGrant | undefined> {
  const [[grant]] = await manager.query<[SessionGrant[], number]>(REDEEM, [hashSessionSecret(code)]);
  return grant;
}

async function endReplaced(manager: EntityManager, secret: string, requestId: string): Promise<void> {
  const [[ended]] = await manager.query<[{ sessionId: string; account: number; tokenId: number }[], number]>(END_REPLACED, [
    hashSessionSecret(secret),
  ]);
  if (!ended) return;
  const { sessionId, account, tokenId } = ended;
  const by = { tokenId, requestId, session: { sessionId } };
  await appendAudit(manager, { account, by, action: 'session.ended', subjectId: sessionId });
}
