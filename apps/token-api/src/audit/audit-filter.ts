import { parseInstant } from '#libs/contracts';
import { withPlus } from '../paging/query-instant.js';
import type { AuditAction } from './audit-entry.js';

const DEFAULT_LIMIT = 50;

export interface AuditFilter {
  readonly account: number;
  readonly action?: AuditAction | undefined;
  readonly subjectId?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only entries older than this one. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

interface AuditQuery {
  readonly action?: AuditAction;
  readonly subjectId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** A checked query → what to look for. */
export const toAuditFilter = (account: number, query: AuditQuery): AuditFilter => ({
  account,
  action: query.action,
  subjectId: query.subjectId,
  fromMs: query.from === undefined ? undefined : parseInstant(withPlus(query.from)),
  toMs: query.to === undefined ? undefined : parseInstant(withPlus(query.to)),
  beforeId: query.cursor === undefined ? undefined : parseAuditCursor(query.cursor),
  limit: query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit),
});

const PREFIX = 'audit|';

/** Opaque to callers. */
export const toAuditCursor = (auditId: number): string => Buffer.from(`${PREFIX}${auditId}`).toString('base64url');

/** undefined = no cursor of this list. */
export function parseAuditCursor(text: string): number | undefined {
  const [, digits] = /^audit\|([1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
