import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { bytesOf, cappedBySize } from '../paging/page.js';
import type { AuditAction, AuditEntry } from './audit-entry.js';
import type { AuditFilter } from './audit-log.dto.js';

export interface AuditRow {
  readonly auditId: number;
  readonly at: Date;
  readonly action: AuditAction;
  readonly subjectId: string;
  readonly tokenId: number | null;
  readonly sessionId: string | null;
  /** The note of the token or link that opened the session; null = no entry of the log has the note. */
  readonly openerNote: string | null;
  readonly command: string | null;
  readonly requestId: string | null;
  readonly before: object | null;
  readonly after: object | null;
  /** The number of matching entries, up to `limit`. The page has fewer rows when entries are large. */
  readonly found: number;
}

const INSERT = `
  INSERT INTO audit_log (account_id, action, subject_id, by_token_id, by_session_id, by_command, request_id, before, after)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const PAGE = cappedBySize({
  select: `
    SELECT audit_id AS "auditId", happened_at AS at, action, subject_id AS "subjectId", by_token_id AS "tokenId",
           by_session_id AS "sessionId", by_command AS command, request_id AS "requestId", before, after, ${bytesOf('before')} + ${bytesOf('after')} AS bytes
    FROM audit_log
    WHERE account_id = $1 AND ($2::text IS NULL OR action = $2) AND ($3::text IS NULL OR subject_id = $3)
      AND ($4::timestamptz IS NULL OR happened_at >= $4) AND ($5::timestamptz IS NULL OR happened_at < $5)
      AND ($6::bigint IS NULL OR audit_id < $6)
    ORDER BY audit_id DESC LIMIT $7`,
  columns: ['"auditId"', 'at', 'action', '"subjectId"', '"tokenId"', '"sessionId"', 'command', '"requestId"', 'before', 'after'],
  order: '"auditId" DESC',
});

/** Reads the note from the log, because sessions, links and the notes of revoked tokens are deleted long before their entries. */
const OPENER_NOTE = `
  SELECT opener.after ->> 'note'
  FROM audit_log AS opened JOIN audit_log AS opener
    ON opener.account_id = $1 AND opener.subject_id = coalesce(opened.after ->> 'linkId', opened.by_token_id::text)
  WHERE opened.account_id = $1 AND opened.subject_id = page."sessionId"::text AND opened.action = 'session.opened'
    AND opener.action IN ('token.created', 'session.link_created')
  LIMIT 1`;

const LIST = `SELECT page.*, (${OPENER_NOTE}) AS "openerNote" FROM (${PAGE}) AS page ORDER BY "auditId" DESC`;

/** The most rows deleted by one statement: a whole year in one statement would hold its locks for minutes. */
const BATCH = 5000;

/** @param manager the transaction that makes the change: change and entry are committed together */
export async function appendAudit(manager: EntityManager, entry: AuditEntry): Promise<void> {
  const { account, by, action, subjectId, before, after } = entry;
  const actor = 'command' in by ? [null, null, by.command, null] : [by.tokenId, by.session?.sessionId ?? null, null, by.requestId];
  await manager.query(INSERT, [account, action, subjectId, ...actor, toJson(before), toJson(after)]);
}

const toJson = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Reads table audit_log by account, and deletes old rows. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest entries, up to `limit` and up to the size of an answer. */
  list({ account, action, subjectId, fromMs, toMs, beforeId, limit }: AuditFilter): Promise<AuditRow[]> {
    return this.dataSource.query(LIST, [account, action, subjectId, toInstant(fromMs), toInstant(toMs), beforeId, limit]);
  }

  /** Deletes one batch at most. @returns `isMore` = true when the batch was full: call again */
  async deleteBefore(timeMs: number): Promise<{ deleted: number; isMore: boolean }> {
    const [, deleted] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM audit_log WHERE audit_id IN
         (SELECT audit_id FROM audit_log WHERE happened_at < $1 ORDER BY happened_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [toInstant(timeMs)],
    );
    return { deleted, isMore: deleted === BATCH };
  }
}

const toInstant = (timeMs: number | undefined): string | undefined => (timeMs === undefined ? undefined : new Date(timeMs).toISOString());
