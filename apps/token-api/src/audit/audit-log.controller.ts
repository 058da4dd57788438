// in: a customer asking who changed what; `generate`, for the log names tokens, which only that scope may see
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { AUDIT_EXAMPLE, AuditPage, ListAuditDto, toAuditFilter } from './audit-log.dto.js';
import { AuditLogService } from './audit-log.service.js';

@Controller('audit-log')
@NeedsScope('generate')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @ApiOperation({
    operationId: 'listAuditLog',
    summary: 'Who changed what, newest first',
    description: 'Every change by API or command, written together with the change. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: AuditPage, example: AUDIT_EXAMPLE })
  list(@CallerParam() caller: Caller, @Query() query: ListAuditDto): Promise<AuditPage> {
    return this.auditLog.list(toAuditFilter(caller.account, query));
  }
}
