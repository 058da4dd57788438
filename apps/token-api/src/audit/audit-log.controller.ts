// in: a customer asking who changed what; `generate`, for the log names tokens, which only that scope may see
import { Controller, Get, Query } from '@nestjs/common';
import { CallerParam, NeedsScope } from '../auth/access.decorator.js';
import type { Caller } from '../auth/caller.js';
import { Describe } from '../openapi/describe.decorator.js';
import { toAuditFilter } from './audit-filter.js';
import { ListAuditDto } from './audit-log.dto.js';
import { AUDIT_EXAMPLE, AUDIT_PAGE } from './audit-log-schemas.js';
import { type AuditPage, AuditLogService } from './audit-log.service.js';

@Controller('audit-log')
@NeedsScope('generate')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @Describe({
    id: 'listAuditLog',
    summary: 'Who changed what, newest first',
    description: 'Every change by API or command, written together with the change. Unknown parameters are refused by name.',
    answer: { description: 'One page.', schema: AUDIT_PAGE, example: AUDIT_EXAMPLE },
  })
  list(@CallerParam() caller: Caller, @Query() query: ListAuditDto): Promise<AuditPage> {
    return this.auditLog.list(toAuditFilter(caller.account, query));
  }
}
