// in: a customer asks who changed what. The scope is `generate`: the log names tokens, which no lower scope may see.
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
    summary: 'Audit log, newest first',
    description:
      'Every change by the API or a command. An entry is committed together with its change. Unknown parameters are refused by name.',
  })
  @ApiOkResponse({ description: 'One page.', type: AuditPage, example: AUDIT_EXAMPLE })
  list(@CallerParam() caller: Caller, @Query() query: ListAuditDto): Promise<AuditPage> {
    return this.auditLog.list(toAuditFilter(caller.account, query));
  }
}
