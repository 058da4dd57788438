import { Injectable } from '@nestjs/common';
import { isMore } from '../paging/page.js';
import { type AuditFilter, type AuditPage, type AuditView, toAuditCursor } from './audit-log.dto.js';
import { AuditLogRepository, type AuditRow } from './audit-log.repository.js';

@Injectable()
export class AuditLogService {
  constructor(private readonly auditLog: AuditLogRepository) {}

  async list(filter: AuditFilter): Promise<AuditPage> {
    // One row more than asked for shows whether there is a next page.
    const rows = await this.auditLog.list({ ...filter, limit: filter.limit + 1 });
    const page = rows.slice(0, filter.limit);
    const last = isMore(rows, filter.limit) ? page.at(-1) : undefined;
    return { entries: page.map(toView), nextCursor: last ? toAuditCursor(last.auditId) : null };
  }
}

const toView = (row: AuditRow): AuditView => {
  const { auditId, at, action, subjectId, before, after } = row;
  return { auditId, at: at.toISOString(), action, subjectId, by: toBy(row), before, after };
};

function toBy({ tokenId: id, sessionId, openerNote, command, requestId: request }: AuditRow): AuditView['by'] {
  if (command !== null) return { command };
  const [tokenId, requestId] = [id ?? 0, request ?? ''];
  if (sessionId === null) return { tokenId, requestId };
  return { tokenId, sessionId, opener: { tokenId, note: openerNote ?? '' }, requestId };
}
