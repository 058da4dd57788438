// in: a customer, or a customer's chart, that asks for the results of deliveries
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import { STATISTICS_EXAMPLE, StatisticsDto, StatisticsView } from './statistics.dto.js';
import { StatisticsService } from './statistics.service.js';

@Controller('statistics')
@NeedsScope('read')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @ApiOperation({
    operationId: 'getStatistics',
    summary: 'Attempts, ends of deliveries and latencies over time',
    description:
      'The numbers follow the attempt log within seconds, or within a minute or two under heavy load. Tests are left out. Without parameters, the answer covers the last 24 hours by the hour. 400 for more than 1,500 points, and for a period that is no longer kept.',
  })
  @ApiOkResponse({ description: 'The numbers.', type: StatisticsView, example: STATISTICS_EXAMPLE })
  find(@CallerParam() caller: Caller, @Query() query: StatisticsDto): Promise<StatisticsView> {
    return this.statistics.find(caller.account, query);
  }
}
